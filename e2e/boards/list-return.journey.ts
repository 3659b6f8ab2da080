import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { cardLinks, expectReturns, loadCards, makeFans, promote } from '../testing/reading.ts';

// All lists share the return code. `long-list.journey.ts` tests one list in every run.

// Posts of other journeys would move the lists.
test.use({ ownServer: {}, viewport: { width: 390, height: 640 } });

/** Three pages: two load by scrolling. */
const MANY = 66;
const QUESTIONS = 20;

/** Creates posts of one student who bookmarks them all, which fills every list. */
async function fillLists(makers: Makers): Promise<User> {
  const author = await makers.user();
  const written = [];
  for (let index = 0; index < MANY; index += 1) {
    // Bodies of one to three lines give cards of different heights.
    const body = '창가 자리가 비어 있고 콘센트도 가까워요. '.repeat(1 + (index % 3));
    const post = await makers.post(author, {
      board: index % 2 === 0 ? 'medical-library' : 'festival',
      title: `${index}번째 ${'긴 제목 '.repeat(index % 5)}`.trim(),
      body,
      keywords: index % 2 === 0 ? ['수면 장소'] : ['사진'],
    });
    await author.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
    written.push(post);
  }
  // Three pages of questions together with the demo posts.
  for (let index = 0; index < QUESTIONS; index += 1)
    await makers.post(author, { board: 'question', title: `${index}번째 질문` });
  const fans = await makeFans(makers);
  for (const post of written.slice(0, 8)) await promote(makers, fans, post);
  return author;
}

/** Number of cards to load and the card to open, per kind of list. */
const places: readonly { path: string; load: number; open: number }[] = [
  { path: '/board/question', load: 65, open: 62 },
  { path: '/board/hot', load: 31, open: 29 },
  { path: '/board/festival?filter=2', load: 45, open: 40 },
  { path: '/board/event', load: 6, open: 4 },
  { path: '/keyword/3/3', load: 33, open: 31 },
  { path: '/mypage/scrap', load: 61, open: 60 },
];

test.describe('back from a post', () => {
  let filled: { makers: Makers; author: Promise<User> } | undefined;

  for (const { path, load, open } of places) {
    test(`returns to the same place of ${path}, also after a reload of either @full`, async ({
      page,
      signIn,
      makers,
    }) => {
      test.slow();
      if (filled?.makers !== makers) filled = { makers, author: fillLists(makers) };
      await signIn(await filled.author);
      await page.goto(path);
      await expect(cardLinks(page).first()).toBeVisible();
      await loadCards(page, load);
      await expectReturns(page, path, cardLinks(page).nth(open), await cardLinks(page).count());
    });
  }
});
