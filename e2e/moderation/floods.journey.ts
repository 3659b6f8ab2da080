import { commentInput, comments, expectComments, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body, expectText, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const ASKED = '방금 같은 글을 올렸습니다. 한 번 더 올리려면 다시 눌러 주세요.';
const LONG = '도서관 3층 창가 자리는 오전에 비어 있는 편이에요';

test('a post that says the same again is asked about, keeps its text, and goes out when it is sent once more', async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  watch.expectStatus(409);
  const typed = { title: '두 번 쓰는 글', body: LONG };
  await makers.post(user, { ...typed, board: 'question' });
  await signIn(user);
  await openWrite(page, '/board/question');
  await title(page).fill(typed.title);
  await body(page).fill(`${typed.body}  `);
  await submit(page).click();
  await expectAlert(page, ASKED);
  await expectText(page, { ...typed, body: `${typed.body}  ` });
  expect((await titlesOn(user, 'question')).filter((one) => one === typed.title)).toHaveLength(1);
  await submit(page).click();
  await expectPath(page, '/board/question');
  expect((await titlesOn(user, 'question')).filter((one) => one === typed.title)).toHaveLength(2);
});

test('so is a reply; and whoever has written enough for a first day is told when to come back', async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  watch.expectStatus(409);
  watch.expectStatus(429);
  const post = await makers.post(user);
  await makers.reply(user, post.id, LONG);
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await expect(comments(page)).toHaveCount(1);
  await commentInput(page).fill(LONG);
  await sendButton(page).click();
  await expectAlert(page, ASKED);
  await expect(commentInput(page)).toHaveValue(LONG);
  await sendButton(page).click();
  await expectComments(page, [LONG, LONG]);
  await expect(commentInput(page)).toHaveValue('');

  // The campus of journeys is new: the answer of an older one.
  const problem = { type: 'about:blank', title: 'Too many requests', status: 429, code: 'pace.reached' };
  await page.route('**/api/posts/*/replies', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...problem, retryAfter: 7_000 }),
    }),
  );
  await commentInput(page).fill('서른한 번째 댓글');
  await sendButton(page).click();
  await expectAlert(
    page,
    '가입 첫날에 쓸 수 있는 글이나 댓글을 모두 썼습니다. 2시간 뒤에 다시 시도해 주세요.',
  );
  await expect(commentInput(page)).toHaveValue('서른한 번째 댓글');
});
