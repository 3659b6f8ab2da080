import { postPage } from '@madang/contract/posts/schema';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, expectCardOrder, header, logo, screenName } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';

const keywords = [
  '비대면',
  '팀플',
  '수면',
  '식사',
  '공부',
  '콘센트',
  '휴식',
  '발표',
  '대화',
  '노트북',
  '조용한',
  '추천',
];
const categories = ['인문', '이공', '의과·자연'];

test('[SC-30] twelve tiles, each of which asks for one of three categories in a modal', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  await page.goto('/keyword');
  const tiles = page.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(tiles).toHaveText(keywords.map((keyword) => new RegExp(`^${keyword}\\s*장소$`)));
  const chooser = page.getByRole('dialog');
  for (const [index, keyword] of keywords.entries()) {
    await tiles.nth(index).click();
    await expect(chooser).toBeVisible();
    expect(await chooser.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await expect(chooser).toContainText(`${keyword} 장소`);
    await expect(chooser.getByRole('link')).toHaveText(categories);
    expect(
      await chooser.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([1, 2, 3].map((id) => `/keyword/${index + 1}/${id}`));
    await page.keyboard.press('Escape');
    await expect(chooser).toBeHidden();
    await expectPath(page, '/keyword');
  }
  // The phone's back button closes the question, and does not leave the page.
  await tiles.nth(4).click();
  await expect(chooser).toBeVisible();
  await page.goBack();
  await expect(chooser).toBeHidden();
  await expectPath(page, '/keyword');
});

test('[RT-10] [FR-02] [SC-30] choosing the category leads to the results, named in the header; back leads here', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [index, category] of categories.entries()) {
    await page.goto('/keyword');
    await page.getByRole('button', { name: /^팀플/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: category, exact: true }).click();
    await expectPath(page, `/keyword/2/${index + 1}`);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(header(page)).toContainText('팀플 장소');
    await expect(header(page).getByText(category, { exact: true })).toBeVisible();
    await expect(logo(page)).toHaveCount(0);
    await expect(screenName(page)).toHaveText(`팀플 장소 · ${category}`);
    await backArrow(page).click();
    await expectPath(page, '/keyword');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('[SC-31] posts of buildings of the category that carry the keyword, newest first, and no others', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  for (const [title, board, tags] of [
    ['인문 발표 하나', 'main-hall', ['발표 장소']],
    ['이공 발표', 'hana-square', ['발표 장소']],
    ['의과 발표', 'medical-college', ['대화 장소', '발표 장소']],
    ['녹지 발표', 'green-field', ['발표 장소']],
    ['질문 발표', 'question', ['발표 장소']],
    ['인문 대화', 'main-hall', ['대화 장소']],
    ['인문 낱말만', 'main-hall', []],
    ['인문 발표 둘', 'west-hall', ['추천 장소', '대화 장소', '발표 장소']],
  ] as const) {
    await makers.post(author, { board, title, body: '발표 연습하기 좋아요.', keywords: [...tags] });
  }
  const { buildings } = await author.client.ask('GET /api/buildings', {});
  const categoryOf = new Map(buildings.map(({ id, category }) => [id, category]));
  expect(
    ['main-hall', 'west-hall', 'hana-square', 'medical-college', 'green-field'].map((id) =>
      categoryOf.get(id),
    ),
  ).toEqual(['인문', '인문', '이공', '의과', '녹지']);

  await signIn(author);
  await leaveOutAnswers(page);
  for (const [id, first] of [
    [1, ['인문 발표 둘', '인문 발표 하나']],
    [2, ['이공 발표']],
    [3, ['의과 발표']],
  ] as const) {
    const answer = page.waitForResponse(/\/api\/keywords\/8\/\d\/posts/);
    await page.goto(`/keyword/8/${id}`);
    await expectCardOrder(page, first);
    const { posts } = (await (await answer).json()) as {
      posts: { title: string; buildingId: string; keywords: string[]; createdAt: string }[];
    };
    const wanted = ['인문', '이공', '의과'][id - 1];
    for (const post of posts) {
      expect(categoryOf.get(post.buildingId), post.title).toBe(wanted);
      expect(post.keywords, post.title).toContain('발표 장소');
    }
    const newestFirst = posts.toSorted((left, right) => right.createdAt.localeCompare(left.createdAt));
    await expect(cardLinks(page)).toHaveText(newestFirst.map(({ title }) => title));
  }
});

test('[SC-31] the empty text where nobody has written of such a place yet', async ({ page, signIn }) => {
  await leaveOutAnswers(page);
  // Which places nobody has written of changes with the demo world's calendar.
  await page.route('**/api/keywords/1/3/posts*', (route) =>
    route.fulfill({ json: postPage.parse({ posts: [], nextCursor: null }) }),
  );
  await signIn();
  await page.goto('/keyword/1/3');
  await expect(page.getByText('아직 게시글이 없습니다.', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(header(page)).toContainText('비대면 장소');
});

test('[EN-10] a post without keyword shows none, neither on its page nor on its cards', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const bare = await makers.post(author, { title: '키워드 없는 글', body: '본문입니다.' });
  const tagged = await makers.post(author, { title: '키워드 있는 글', keywords: ['휴식 장소'] });
  await signIn(author);
  await page.goto(`/post/${tagged.id}`);
  await expect(page.getByText(/^#/)).toHaveText(['#휴식 장소']);
  await page.goto('/building/main-hall');
  const card = page.getByRole('article').filter({ hasText: '키워드 없는 글' });
  await expect(card).toBeVisible();
  await expect(card).not.toContainText(/#|선택 안 함/);
  await card.getByRole('link').click();
  await expectPath(page, `/post/${bare.id}`);
  await expect(page.getByText('본문입니다.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/#|선택 안 함/);
});
