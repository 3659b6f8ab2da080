import { SCREENS } from '@madang/contract/screens';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { makePicture } from '../testing/picture.ts';
import { expectAlert, expectBeside, expectPath } from '../testing/screens.ts';

// In production every role needs a passkey, unlike in other journeys. Published notices change every inbox.
test.use({ ownServer: { EDITION: 'official', PASSKEYS: 'on' } });

// Component tests of `web/src/features/admin/` test the forms.

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Adds a virtual authenticator with user verification. */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }));
}

test('[MO-14] [MO-15] [MO-16] [MO-19] [CA-08] operator: creates a passkey, publishes an event, sanctions a student and reads statistics; a device without the passkey has no access', async ({
  page,
  user,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  test.slow();
  watch.expectStatus(403);
  const student = await makers.user();
  const { id } = await makers.post(student, { title: '학생이 쓴 글', board: 'law-hall' });
  await operate(server, 'role', 'give', user.email, 'operator');
  const remove = await addAuthenticator(page);
  const password = page.getByLabel('비밀번호', { exact: true });
  const health = page.getByRole('region', { name: '서비스 상태' });

  await test.step('a role makes its passkey once and uses it after', async () => {
    await page.goto('/operate');
    await expect(page.getByText('이 기기에 패스키를 만들어 주세요')).toBeVisible();
    await expectAccessible(page);
    await password.fill(user.password);
    await press(page, '계속');
    await expect(health).toContainText('디스크');
    await press(page, '패스키 바꾸기');
    await expectAlert(page, '패스키를 바꿨습니다. 앞으로는 새 패스키를 써 주세요.');
  });

  await test.step('an event with a picture is previewed, published, seen, changed and withdrawn', async () => {
    const reader = await openBrowser(student);
    await page.getByRole('link', { name: '공지와 행사' }).click();
    await expectPath(page, '/operate/bulletin');
    await page.getByRole('link', { name: '새로 쓰기' }).click();
    await page.getByLabel('제목', { exact: true }).fill('가을 대동제');
    await page.getByLabel('내용', { exact: true }).fill('중앙광장에서\n사흘 동안 열려요.');
    await page
      .getByLabel('사진 고르기')
      .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: makePicture() });
    await expect(page.getByRole('img', { name: '고른 사진' })).toBeVisible();
    await press(page, '미리보기');
    const preview = page.getByRole('dialog', { name: '미리보기' });
    await expect(preview.getByRole('heading', { name: '가을 대동제' })).toBeVisible();
    await expect(preview.getByText('사흘 동안 열려요.')).toBeVisible();
    await expect(preview.locator('img')).toBeVisible();
    await expectAccessible(page);
    await preview.getByRole('button', { name: '닫기', exact: true }).click();
    await page.getByRole('button', { name: '올리기', exact: true }).dblclick();
    await expectAlert(page, '올렸습니다.');
    const shown = page.getByRole('region', { name: '게시 중' });
    await expect(shown.getByRole('link', { name: '가을 대동제' })).toHaveCount(1);
    await reader.goto('/board/event');
    await reader.getByRole('link', { name: '가을 대동제' }).click();
    await expect(reader.getByText('사흘 동안 열려요.')).toBeVisible();
    await expect(reader.getByRole('article').locator('img')).toHaveJSProperty('complete', true);

    await shown.getByRole('link', { name: '가을 대동제' }).click();
    await page.getByLabel('내용', { exact: true }).fill('나흘 동안 열려요.');
    await press(page, '저장');
    await expectAlert(page, '저장했습니다.');
    await expect(async () => {
      await reader.reload();
      await expect(reader.getByText('나흘 동안 열려요.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await shown.getByRole('link', { name: '가을 대동제' }).click();
    await press(page, '내리기');
    const question = page.getByRole('dialog', { name: '이 글을 내릴까요?' });
    await question.getByRole('button', { name: '내리기' }).click();
    await expectAlert(page, '내렸습니다.');
    const over = page.getByRole('region', { name: '끝난 글' });
    await expect(over.getByRole('link', { name: /가을 대동제.*내림/ })).toBeVisible();
    const { events } = await student.client.ask('GET /api/events', {});
    expect(events.map(({ title }) => title)).not.toContain('가을 대동제');
    await reader.close();
  });

  await test.step('a student is found, sanctioned and withdrawn', async () => {
    await page.goto('/operate/people');
    await page.getByLabel('학생 찾기').fill(student.email);
    await page.getByLabel('학생 찾기').press('Enter');
    // The search result, not the entry in the list of measures.
    const found = page.getByRole('link', { name: `${student.nickname} · ${student.email.slice(0, 2)}***` });
    await expect(found).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(student.email);
    await found.click();
    await expectPath(page, `/operate/people/${student.id}`);
    await expect(page.getByRole('link', { name: '학생이 쓴 글' })).toHaveAttribute('href', `/post/${id}`);
    await press(page, '조치하기');
    await page.getByLabel('조치', { exact: true }).selectOption('noBoard');
    await page.getByLabel('게시판', { exact: true }).selectOption('law-hall');
    await page.getByLabel('학생에게 보이는 설명').fill('광고를 되풀이하셨어요.');
    await press(page, '조치하기');
    await expectAlert(page, '반영했습니다.');
    const { sanctions } = await student.client.ask('GET /api/profile/sanctions', {});
    expect(sanctions).toMatchObject([{ text: '광고를 되풀이하셨어요.' }]);
    // Back restores the search.
    await page.goBack();
    await expect(page.getByLabel('학생 찾기')).toHaveValue(student.email);
    await found.click();
    await press(page, '탈퇴 처리');
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('사유').fill('본인 요청');
    await sheet.getByRole('button', { name: '영구히 탈퇴 처리하기' }).click();
    await expectPath(page, '/operate/people');
    await expectAlert(page, '반영했습니다.');
  });

  await test.step('numbers are plots, each with a table behind it; tools have two columns on a laptop', async () => {
    await page.goto('/operate/numbers');
    const people = page.getByRole('region', { name: '찾아온 학생' });
    const plot = people.getByRole('img', { name: '찾아온 학생: 날짜별 막대 그래프' });
    await expect(plot).toBeVisible();
    await expect
      .poll(() => plot.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await people.getByText('찾아온 학생 표로 보기').first().click();
    await expect(people.getByRole('row')).toHaveCount(91);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectBeside(
      page.getByRole('heading', { name: '찾아온 학생' }),
      page.getByRole('heading', { name: '가입', exact: true }),
    );
    await page.goto('/operate');
    await expectBeside(page.getByRole('navigation', { name: '운영' }), health);
    // Student screens keep the phone's column width.
    await page.goto('/board/question');
    expect((await page.getByRole('main').boundingBox())?.width).toBe(420);
  });

  await test.step('each screen that was shown is counted by its pattern alone', async () => {
    const readViews = async () => {
      const lines = (await operate(server, 'stats', '--by', 'screen', '--json')).split('\n');
      return lines.map((line) => (JSON.parse(line) as { screen: string }).screen);
    };
    await expect
      .poll(readViews, { timeout: 20_000, intervals: [2_000] })
      .toEqual(expect.arrayContaining(['/operate/people/:id', '/operate/numbers', '/board/event/:id']));
    expect(SCREENS.map(({ path }) => path)).toEqual(expect.arrayContaining(await readViews()));
  });

  await test.step('a device without the passkey stays outside; a lost one is made again', async () => {
    const elsewhere = await openBrowser();
    await addAuthenticator(elsewhere);
    await elsewhere.goto('/login?next=/moderate');
    await elsewhere.getByLabel('이메일').fill(user.email);
    await elsewhere.getByLabel('비밀번호', { exact: true }).fill(user.password);
    await press(elsewhere, '로그인');
    await expect(elsewhere.getByText('패스키를 확인해 주세요')).toBeVisible();
    await elsewhere.getByLabel('비밀번호', { exact: true }).fill(user.password);
    await press(elsewhere, '계속');
    await expectAlert(elsewhere, '패스키를 확인하지 못했습니다. 다시 시도해 주세요.');
    await expect(elsewhere.getByText('처리할 신고가 없습니다.')).toHaveCount(0);

    // The command line deletes the passkey, and the user adds the next.
    await remove();
    await operate(server, 'role', 'drop-passkey', user.email, '--reason', '분실');
    await addAuthenticator(page);
    await page.goto('/operate');
    await password.fill(user.password);
    await press(page, '계속');
    await expect(health).toBeVisible();
  });
});
