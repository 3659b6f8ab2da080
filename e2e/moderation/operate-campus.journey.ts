import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[MO-09] an operator adds, changes and removes a building, moves popular posts and reads the campus texts', async ({
  page,
  signIn,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(409);
  watch.expectStatus(422);
  const [operator, student] = [await makers.user(), await makers.user()];
  const { id } = await makers.post(student, { title: '조용한 창가 자리', board: 'law-hall' });
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto('/operate');
  await page.getByRole('link', { name: '건물, 시설, 인기글' }).click();
  await expectPath(page, '/operate/campus');

  // A building.
  await page.getByRole('button', { name: '건물 더하기' }).click();
  await page.getByRole('button', { name: '건물 더하기' }).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
  await page.getByLabel('주소 이름').fill('main-hall');
  await page.getByLabel('건물 이름').fill('새누리관');
  await page.getByLabel('설명', { exact: true }).fill('새로 지은\n건물입니다.');
  await page.getByRole('button', { name: '건물 더하기' }).click();
  await expectAlert(page, '이미 있는 건물이나 게시판의 주소 이름입니다. 다른 이름을 써 주세요.');
  await page.getByLabel('주소 이름').fill('journey-hall');
  await expectAccessible(page);
  await page.getByRole('button', { name: '건물 더하기' }).click();
  await expectAlert(page, '반영했습니다.');
  await page.getByRole('button', { name: '새누리관 바꾸기' }).click();
  await page.getByLabel('건물 이름').fill('새나래관');
  await page.getByRole('button', { name: '바꾸기', exact: true }).click();
  const row = page.getByRole('button', { name: '새나래관 바꾸기' });
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  const reader = await openBrowser(student);
  await reader.goto('/building/journey-hall');
  await expect(reader.getByText('새로 지은 건물입니다.')).toBeVisible();
  await row.click();
  await page.getByRole('textbox', { name: '사유' }).fill('철거');
  await page.getByRole('button', { name: '건물 빼기' }).click();
  await expect(page.getByRole('status').filter({ hasText: '새나래관 건물이 목록에서' })).toBeVisible();
  await page.getByRole('button', { name: '정말 빼기' }).click();
  await expect(row).toHaveCount(0);

  // One with posts stays.
  await page.getByRole('button', { name: '법학관 바꾸기', exact: true }).click();
  await page.getByRole('button', { name: '건물 빼기' }).click();
  await page.getByRole('button', { name: '정말 빼기' }).click();
  await expectAlert(page, '글이 있는 건물은 뺄 수 없습니다. 가려진 글도 셉니다.');

  // The popular list; what was typed outlives another tab.
  await page.getByRole('tab', { name: '인기글' }).click();
  await page.getByLabel('인기글에 올릴 글').fill('https://example.com/post/1');
  await page.getByRole('button', { name: '인기글에 올리기' }).click();
  await expectAlert(page, '다른 사이트의 주소예요. 이 사이트의 글 주소를 그대로 붙여 넣어 주세요.');
  await page.getByLabel('인기글에 올릴 글').fill(new URL(`/post/${id}`, page.url()).href);
  await page.getByRole('tab', { name: '건물' }).click();
  await page.getByRole('tab', { name: '인기글' }).click();
  await page.getByRole('button', { name: '인기글에 올리기' }).click();
  await expect(page.getByRole('link', { name: '조용한 창가 자리' })).toHaveAttribute('href', `/post/${id}`);
  await expect(page.getByLabel('인기글에 올릴 글')).toHaveValue('');
  await expectAccessible(page);
  await page.getByRole('button', { name: '조용한 창가 자리 인기글에서 내리기' }).click();
  await page.getByRole('button', { name: '인기글에서 내리기', exact: true }).click();
  await expect(page.getByRole('link', { name: '조용한 창가 자리' })).toHaveCount(0);

  // What the folder says.
  await page.getByRole('tab', { name: '텍스트' }).click();
  await expect(page.getByText(/버전 \d{4}-\d\d-\d\d · 시행일 \d{4}-\d\d-\d\d/)).toHaveCount(2);
  await expect(page.getByText('팀플 장소')).toBeVisible();
  await expect(page.getByText('가려지는 신고자 수')).toBeVisible();
  await expectAccessible(page);
  await reader.goto('/operate/campus');
  await expectPath(reader, '/');
});
