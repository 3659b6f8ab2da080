import { expect, test } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ caching: false });
const user = await makeUser(testApp);

const hide = (id: string, app = testApp) =>
  app.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [id]);
const ids = (page: { posts: { id: string }[] }) => page.posts.map(({ id }) => id);

test('[CA-05] keyword browsing: posts of buildings of the category that carry the keyword, newest first', async () => {
  const inScience = await makePost(user, 'science-library', { keywords: ['조용한 장소', '공부 장소'] });
  const alsoThere = await makePost(user, 'hana-square', { keywords: ['조용한 장소'] });
  await makePost(user, 'main-hall', { keywords: ['조용한 장소'] });
  await makePost(user, 'question', { keywords: ['조용한 장소'] });
  await makePost(user, 'engineering-hall', { keywords: ['대화 장소'] });
  const browse = async (keywordId: number, categoryId: number) =>
    (
      await user.browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', {
        path: { keywordId, categoryId },
      })
    ).body;
  expect(ids(await browse(11, 2))).toEqual([alsoThere, inScience]);
  expect(ids(await browse(5, 2))).toEqual([inScience]);
  expect(ids(await browse(11, 3))).toEqual([]);
  await hide(alsoThere);
  expect(ids(await browse(11, 2))).toEqual([inScience]);
  for (const [keywordId, categoryId] of [
    [0, 1],
    [13, 1],
    [1, 4],
    [13, 0],
    [1, 0],
  ] as const) {
    const wrong = await user.browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', {
      path: { keywordId, categoryId },
    });
    expect(wrong.problem?.code).toBe('resource.missing');
  }
});

test('[EV-07] official edition: a keyword over all categories, newest first, page by page, nothing hidden', async () => {
  const official = await startTestApp({ edition: 'official', caching: false, floods: false });
  await expectAllCategories(official);
});

async function expectAllCategories(official: TestApp): Promise<void> {
  const student = await makeUser(official);
  const boards = ['main-hall', 'science-library', 'hana-square', 'question'];
  const written: string[] = [];
  for (let index = 0; index < 36; index += 1) {
    const board = boards[index % 4] ?? '';
    const id = await makePost(student, board, { keywords: ['발표 장소'] });
    if (board !== 'question') written.unshift(id);
  }
  const gone = written.splice(3, 1)[0] ?? '';
  await hide(gone, official);
  const keywordId = official.campus.settings.keywords.indexOf('발표') + 1;
  const read = async (cursor?: string) =>
    (
      await student.browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', {
        path: { keywordId, categoryId: 0 },
        query: cursor ? { cursor } : {},
      })
    ).body;
  const found: string[] = [];
  for (let page = await read(); ; page = await read(page.nextCursor ?? '')) {
    found.push(...ids(page));
    if (page.nextCursor === null) break;
  }
  expect(found).toEqual(written);
}

test('[CA-05] the festival: all with either keyword, or one of the two, newest first', async () => {
  const review = await makePost(user, 'festival', { keywords: ['이벤트 후기'] });
  const photo = await makePost(user, 'festival', { keywords: ['사진'] });
  const both = await makePost(user, 'festival', { keywords: ['이벤트 후기', '사진'] });
  const filter = async (value: '0' | '1' | '2') =>
    ids((await user.browser.call('GET /api/festival/posts', { query: { filter: value } })).body);
  expect(await filter('0')).toEqual([both, photo, review]);
  expect(await filter('1')).toEqual([both, review]);
  expect(await filter('2')).toEqual([both, photo]);
});

test('[CA-05] own posts and scraps over all boards, newest first, page by page', async () => {
  const author = await makeUser(testApp);
  const boards = ['main-hall', 'question', 'festival', 'ice-rink'];
  const mine: string[] = [];
  for (let index = 0; index < 34; index += 1) {
    const board = boards[index % 4] ?? 'main-hall';
    mine.unshift(await makePost(author, board, board === 'festival' ? { keywords: ['사진'] } : {}));
  }
  // Bookmarked in another order than written: the list uses the posts' order.
  for (const id of mine.toSorted())
    expect((await author.browser.call('PUT /api/posts/{id}/scrap', { path: { id } })).body).toEqual({
      scrapped: true,
    });
  for (const name of ['GET /api/profile/posts', 'GET /api/profile/scraps'] as const) {
    const first = (await author.browser.call(name, {})).body;
    expect(first.posts).toHaveLength(30);
    const rest = (await author.browser.call(name, { query: { cursor: first.nextCursor ?? '' } })).body;
    expect([...ids(first), ...ids(rest)]).toEqual(mine);
    expect(rest.nextCursor).toBeNull();
    expect(ids((await user.browser.call(name, {})).body)).not.toContain(mine[0]);
  }
});
