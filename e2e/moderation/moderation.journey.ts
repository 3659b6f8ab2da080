import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import type { User } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectBeside, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// `moderation.component.test.tsx` and `report.component.test.tsx` test forms, keys and the state kept between cases.

/** Not used by other journeys: its moderator reads the reports here. */
const board = 'law-hall';
const dialog = (page: Page): Locator => page.getByRole('dialog');
const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const waiting = async (staff: User) =>
  (await staff.client.ask('GET /api/moderation/cases', { query: {} })).cases;

async function report(page: Page, of: Locator, reason: string): Promise<void> {
  await of.getByRole('button', { name: '더보기' }).click();
  await dialog(page).getByRole('button', { name: '신고', exact: true }).click();
  await dialog(page).getByLabel(reason).check();
  await dialog(page).getByRole('button', { name: '신고하기' }).click();
  await expectAlert(page, '신고했습니다. 운영진이 확인합니다.');
  await expect(dialog(page)).toHaveCount(0);
}

test('[MO-04] [MO-06] [MO-12] reported content is hidden and decided with one tap; the author reads why and appeals; a visitor requests a removal', async ({
  page,
  makers,
  server,
  openBrowser,
  signIn,
  anybody,
  watch,
}) => {
  test.slow();
  watch.expectStatus(404);
  const [staff, author, reporter] = [await makers.user(), await makers.user(), await makers.user()];
  await operate(server, 'role', 'give', staff.email, 'moderator', '--board', board);
  const desk = await openBrowser(staff);

  await test.step('a case is decided by one tap and one reason, its author reads it, and the next one follows', async () => {
    const body = Array.from({ length: 80 }, (_, line) => `${line + 1}번째 줄`).join('\n');
    const first = await makers.post(author, { title: '먼저 신고된 글', body, board });
    const second = await makers.post(author, { title: '나중에 신고된 글', board });
    for (const [{ id }, reason] of [
      [first, 'abuse'],
      [second, 'spam'],
    ] as const) {
      const said = { reason, note: '확인해 주세요' };
      await reporter.client.ask('PUT /api/posts/{id}/report', { path: { id }, body: said });
    }
    await desk.setViewportSize({ width: 1280, height: 800 });
    await desk.goto('/moderate');
    await expect(title(desk)).toHaveText('먼저 신고된 글');
    const article = desk.getByRole('article');
    await expect(article).toContainText('욕설·괴롭힘 1');
    await expect(article).toContainText('확인해 주세요');
    for (const secret of [author.nickname, author.email, reporter.nickname])
      await expect(desk.getByRole('main')).not.toContainText(secret);
    // The decision stays visible next to a long post.
    await expectBeside(article, desk.getByText('기다리는 건'));
    await desk.mouse.move(400, 400);
    await desk.mouse.wheel(0, 1_500);
    await expect(title(desk)).not.toBeInViewport();
    await expect(desk.getByRole('button', { name: /^가리기/ })).toBeInViewport();
    await desk.getByLabel('작성자에게 보이는 설명').fill('서로 존중하는 말로 써 주세요.');
    await desk.getByRole('button', { name: '가리고 주의' }).click();
    await expect(title(desk)).toHaveText('나중에 신고된 글');
    await expectAlert(desk, '처리했습니다.');

    const [{ id: caseId = '', revision = 0 } = {}] = await waiting(staff);
    await staff.client.ask('POST /api/moderation/cases/{id}/decision', {
      path: { id: caseId },
      body: { revision, outcome: 'upheld', ground: 'spam', text: '광고입니다.', sanction: null },
    });
  });

  await test.step('a visitor asks for a removal, confirms it by mail, and it is declined with a ground', async () => {
    const post = await makers.post(author, { title: '연락처가 적힌 글', board });
    await page.goto('/terms');
    await page.getByRole('link', { name: '권리 침해 신고' }).click();
    await expectPath(page, '/rights');
    const email = makers.newEmail('example.org');
    await page.getByLabel('이름').fill('홍길동');
    await page.getByLabel('연락받을 이메일').fill(email);
    await page.getByLabel('글 주소').fill(`${server.origin}/post/${post.id}`);
    await page.getByLabel('사생활·개인정보').check();
    await page.getByLabel('침해된 내용').fill('제 전화번호가 적혀 있어요.');
    await page.getByRole('button', { name: '확인 메일 받기' }).click();
    await expect(page.getByRole('status')).toContainText(email);
    // Opening the link confirms nothing: mail scanners open links too.
    await page.goto((await newestLink(anybody.client, email, '/rights')).href);
    await expect(page.getByRole('button', { name: '요청 확인하기' })).toBeVisible();
    expect(await waiting(staff)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: '요청 확인하기' }).click();
    await expect(page.getByRole('status')).toContainText('요청을 접수했습니다');

    await expect.poll(() => waiting(staff)).toHaveLength(1);
    await desk.goto('/moderate');
    const article = desk.getByRole('article');
    await expect(article).toContainText('권리 침해 신고 · 사생활·개인정보');
    await expect(article).toContainText('제 전화번호가 적혀 있어요.');
    for (const secret of [email, '홍길동']) await expect(desk.getByRole('main')).not.toContainText(secret);
    await expectAccessible(desk);
    await desk.getByLabel('작성자와 요청한 사람에게 보이는 설명').fill('공개된 학과 사무실 번호입니다.');
    await desk.getByRole('button', { name: '보이기' }).click();
    await expectAlert(desk, '처리했습니다.');
  });

  await test.step('of a hidden post its author sees the reason and answers once; others see one line', async () => {
    const post = await makers.post(author, { title: '가려질 글', body: '전화번호가 적힌 글', board });
    const thread = await makers.post(anybody, { board });
    await makers.reply(author, thread.id, '가려질 댓글');
    await makers.reply(anybody, thread.id, '남는 댓글');
    const reader = await openBrowser(reporter);
    await reader.goto(`/post/${post.id}`);
    await report(reader, reader.getByRole('banner'), '개인정보 노출');
    // One report for this reason hides it, also on the open page.
    await expect(reader.getByText('신고로 가려진 글입니다.')).toBeVisible();
    await expect(reader.getByText('전화번호가 적힌 글')).toHaveCount(0);
    expect((await reader.request.get(`/api/posts/${post.id}`)).status()).toBe(404);

    await signIn(author);
    await page.goto('/mypage/cases');
    await expect(page.getByRole('main')).toContainText('서로 존중하는 말로 써 주세요.');
    await expect(page.getByRole('main')).toContainText('주의');
    await page.goto(`/post/${post.id}`);
    const own = page.getByRole('region', { name: '내 글이 가려졌습니다' });
    await expect(own).toContainText('개인정보 노출');
    await expect(own).toContainText('전화번호가 적힌 글');
    await own.getByRole('button', { name: '이의 제기' }).click();
    await own.getByLabel('이의 제기 내용').fill('제 번호예요.');
    await page.reload();
    await expect(own.getByLabel('이의 제기 내용')).toHaveValue('제 번호예요.');
    await own.getByRole('button', { name: '보내기' }).click();
    await expectAlert(page, '이의 제기를 보냈습니다.');
    await expect(own).toContainText('운영진이 다시 확인하고 있습니다');
    await expect(own.getByRole('button')).toHaveCount(0);

    await page.goto(`/post/${thread.id}`);
    await expect(comments(page)).toHaveCount(2);
    await reader.goto(`/post/${thread.id}`);
    await report(reader, comments(reader).first(), '자해·자살 위험');
    await expect(reader.getByText('신고로 가려진 댓글입니다.')).toBeVisible();
    await expect(comments(reader)).toHaveCount(1);
    const ownReply = page.getByRole('region', { name: '내 댓글이 가려졌습니다' });
    await expect(ownReply).toContainText('가려질 댓글');
    await expect(ownReply.getByRole('link', { name: '109에 전화하기' })).toHaveAttribute('href', 'tel:109');
  });
});
