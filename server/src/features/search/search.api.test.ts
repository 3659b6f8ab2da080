import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { readAllPages } from '../../../testing/search/read-all-pages.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);
afterAll(() => vi.restoreAllMocks());

const change = (sql: string, values: readonly unknown[] = []) => testApp.database.change(sql, values);

async function search(
  query: string,
  more: { order?: 'recent'; board?: string; cursor?: string; plain?: string } = {},
) {
  const answer = await user.browser.call('GET /api/search', { query: { query, ...more } });
  if (answer.problem) throw new Error(JSON.stringify(answer.problem));
  return answer.body;
}
const find = async (query: string, more: Parameters<typeof search>[1] = {}) =>
  (await search(query, more)).posts.map(({ id }) => id);
/** The server reads PostgreSQL's statistics once a minute. */
function readStatisticsAgain(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
}
const refusal = async (query: string, more: Parameters<typeof search>[1] = {}) => {
  const { status, problem } = await user.browser.call('GET /api/search', { query: { query, ...more } });
  return [status, problem?.code, problem?.fields?.map(({ field, code }) => `${field} ${code}`).join()];
};

describe('search results', () => {
  let ids: Record<'library' | 'reading' | 'wide' | 'signs', string>;
  beforeAll(async () => {
    const write = (title: string, body: string) => makePost(user, 'main-hall', { title, body });
    ids = {
      library: await write('어제 일', '중앙도서관에서 지갑을 잃어버렸어요. WiFi 비밀번호도요'),
      reading: await write('열람 실 좌석', '시험\n기간에는 여섯 시면\n만석'),
      wide: await write('ＴＯＥＩＣ 스터디', '카페 Ａ１에서 모여요'),
      signs: await write('할인 100% 쿠폰 c++', String.raw`경로는 C:\temp_file 입니다 'quote' "두 개" 🎉파티`),
    };
  });

  test.each([
    ['도서관', 'library'],
    ['중앙 도서관', 'library'],
    ['지갑', 'library'],
    ['도서관에서', 'library'],
    ['wifi', 'library'],
    ['WIFI', 'library'],
    ['ｗｉｆｉ', 'library'],
    ['비밀번호 도서관', 'library'],
    ['열람실', 'reading'],
    ['열람 실', 'reading'],
    ['열람실좌석', 'reading'],
    ['시험기간', 'reading'],
    ['여섯시면만석', 'reading'],
    ['toeic', 'wide'],
    ['toeic 카페', 'wide'],
    ['카페 a1', 'wide'],
    ['카페 모여', 'wide'],
    ['100%', 'signs'],
    ['c++', 'signs'],
    [String.raw`c:\temp_file`, 'signs'],
    ["'quote'", 'signs'],
    ['🎉파티', 'signs'],
    ['쿠폰 🎉', 'signs'],
    ['할인 쿠', 'signs'],
  ] as const)('[FS-01] [FS-02] %s', async (query, name) => {
    expect(await find(query)).toEqual([ids[name]]);
    expect(await find(query.normalize('NFD'))).toEqual([ids[name]]);
    expect(await find(query, { order: 'recent' })).toEqual([ids[name]]);
  });

  test.each([
    '관서도',
    '도서관서',
    'temp%file',
    'temp-file',
    'c__',
    '1000',
    '%%',
    '__',
    String.raw`c:\\temp`,
  ])('[FS-02] %s finds nothing: wildcards of LIKE are literal', async (query) => {
    expect(await find(query)).toEqual([]);
  });

  test('[FS-01] the whole answer: what was searched, how, and the cards that lists show', async () => {
    const { posts, ...rest } = await search('ＷｉＦｉ  도서관');
    expect(rest).toEqual({
      searched: 'wifi 도서관',
      shortened: false,
      scope: 'texts',
      places: [],
      total: { count: 1, more: false },
      nextCursor: null,
    });
    const board = await user.browser.call('GET /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
    });
    expect(posts).toEqual(board.body?.posts.filter(({ id }) => id === ids.library));
  });

  test('[FS-03] without results: searches again without particles, and marks the answer', async () => {
    const { posts, searched, shortened } = await search('지갑까지 도서관부터');
    expect([posts.map(({ id }) => id), searched, shortened]).toEqual([[ids.library], '지갑 도서관', true]);
    const kept = await search('도서관에서');
    expect([kept.searched, kept.shortened]).toEqual(['도서관에서', false]);
    const nowhere = await search('수영장에서');
    expect([nowhere.posts, nowhere.searched, nowhere.shortened]).toEqual([[], '수영장에서', false]);
    const same = await search('수영장');
    expect([same.posts, same.searched, same.shortened]).toEqual([[], '수영장', false]);
  });

  test('[FS-13] one syllable: searches only names, keywords and beginnings of titles, marked in the answer', async () => {
    const { posts, scope, places } = await search('열');
    expect([posts.map(({ id }) => id), scope]).toEqual([[ids.reading], 'beginnings']);
    expect(places).toEqual([]);
    expect(await find('람')).toEqual([]);
    const quiet = await search('조');
    expect(quiet.places.filter(({ kind }) => kind === 'keyword')).toEqual([
      { kind: 'keyword', id: '11', name: '조용한 장소' },
    ]);
    const law = await search('법');
    expect(law.places.length).toBeGreaterThan(0);
    expect(law.places.every(({ kind, name }) => kind === 'building' && name.includes('법'))).toBe(true);
    expect([await find('ｔ'), await find('t')]).toEqual([[ids.wide], [ids.wide]]);
    const libraries = (await search('도서 관')).places;
    expect(libraries.length).toBeGreaterThan(1);
    expect(libraries.every(({ name }) => name.includes('도서관'))).toBe(true);
  });

  test('[FS-07] aliases of a building: find it, with other words or a particle', async () => {
    const names = async (query: string) => (await search(query)).places.map(({ name }) => name);
    expect(await names('과도')).toEqual(['과학도서관']);
    expect(await names('중도 자리')).toEqual(['중앙도서관(대학원)', '중앙도서관(신관)']);
    expect(await names('과도에서')).toEqual(['과학도서관']);
    expect(await names('과도한')).toEqual([]);
  });

  test('[FS-13] odd queries are refused clearly, or find nothing', async () => {
    expect(await refusal('')).toEqual([422, 'input.invalid', 'query required']);
    expect(await refusal(' \u3164\u200b ')).toEqual([422, 'input.invalid', 'query required']);
    expect(await refusal('가'.repeat(51))).toEqual([422, 'input.invalid', 'query tooLong']);
    expect(await refusal('가'.repeat(1_001))).toEqual([422, 'input.invalid', 'query tooLong']);
    for (const query of ['가'.repeat(50), '🎉'.repeat(50), '가 '.repeat(25).trim(), `${'ﷺ'.repeat(49)} `])
      expect((await search(query)).posts).toEqual([]);
    for (const query of ['%', '_', '\\', "'", '"', '!!!', '%_\\', '--', ';--', '$1', '()[]{}*.?'])
      expect([query, (await search(query)).posts]).toEqual([query, []]);
    for (const query of ['\\%', "' OR 1=1 --", '도서관\\', '\ud800도서관', '도\0서관', '도서관%'])
      expect([query, (await refusal(query))[0]]).toEqual([query, 200]);
    expect(await find('도\0서관')).toEqual([ids.library]);
  });

  test('an unknown board, and one without a screen, are not there; a board narrows', async () => {
    expect((await refusal('도서관', { board: 'nowhere' }))[0]).toBe(404);
    expect((await refusal('도서관', { board: 'freedom' }))[0]).toBe(404);
    expect(await find('도서관', { board: 'main-hall' })).toEqual([ids.library]);
    expect(await find('도서관', { board: 'science-library' })).toEqual([]);
  });

  test('[FS-04] [SF-36] hidden, deleted and purged posts, and boards without a screen, are never found', async () => {
    const title = '비밀유물발굴';
    const id = await makePost(user, 'main-hall', { title });
    const shown = async (expected: readonly string[]) => {
      for (const order of ['relevant', 'recent'] as const) {
        const { body } = await user.browser.call('GET /api/search', { query: { query: title, order } });
        expect(body?.posts.map((post) => post.id)).toEqual(expected);
      }
      const similar = await user.browser.call('GET /api/search/similar', { query: { title } });
      expect(similar.body?.posts).toEqual([]);
    };
    await shown([id]);
    await change('UPDATE posts SET hidden_at = now() WHERE id = $1', [id]);
    await shown([]);
    await change('UPDATE posts SET hidden_at = NULL WHERE id = $1', [id]);
    await shown([id]);
    await user.browser.call('DELETE /api/posts/{id}', { path: { id } });
    await shown([]);
    await user.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
    await shown([id]);
    await change(`UPDATE posts SET building_id = 'freedom' WHERE id = $1`, [id]);
    await shown([]);
  });

  test('[FS-04] edited post: found by its new text at once, and never by the old one', async () => {
    const id = await makePost(user, 'main-hall', { title: '처음제목문구', body: '첫본문문구' });
    await user.browser.call('PUT /api/posts/{id}', {
      path: { id },
      body: { revision: 1, title: '고친제목문구', body: '새본문문구', keywords: [] },
    });
    expect([await find('처음제목'), await find('첫본문')]).toEqual([[], []]);
    expect([await find('고친제목'), await find('새본문')]).toEqual([[id], [id]]);
  });
});

describe('order and pages', () => {
  test('관련: title before keyword and place before body; likes and age count', async () => {
    const write = (fields: { title?: string; body?: string; keywords?: string[] }) =>
      makePost(user, 'main-hall', { title: '다른 제목', body: '다른 본문', ...fields });
    const body = await write({ body: '여기는 발표 하기 좋아요' });
    const keyword = await write({ body: '발표 연습', keywords: ['발표 장소'] });
    const title = await write({ title: '발표 연습할 곳' });
    const liked = await write({ body: '발표 준비' });
    const old = await write({ title: '발표 자료' });
    await change('UPDATE posts SET like_count = 3, like_base = 3 WHERE id = $1', [liked]);
    const past = `now() - interval '120 days'`;
    await change(`UPDATE post_texts SET created_at = ${past} WHERE post_id = $1`, [old]);
    expect(await find('발표')).toEqual([title, keyword, liked, body, old]);
    expect(await find('발표', { order: 'recent' })).toEqual([liked, title, keyword, body, old]);
  });

  const plant = (text: string, count: number, board = 'science-library') =>
    change(
      `WITH added AS (
         INSERT INTO posts (id, building_id, title, body, in_latest, like_count, like_base, created_at)
         SELECT gen_random_uuid(), $2, $1, $1, true, number % 7, number % 7, now() - number * interval '1 minute'
           FROM generate_series(1, $3::int) AS number RETURNING id, building_id, created_at, title)
       INSERT INTO post_texts SELECT id, building_id, created_at, E'\\n' || title || E'\\t' || title FROM added`,
      [text, board, count],
    );

  test.each(['relevant', 'recent'] as const)(
    '[FS-05] pages of %s: neither repeat nor omit posts, whatever is liked, written, hidden meanwhile',
    async (order) => {
      const text = `쪽수확인${order}`;
      await plant(text, 700);
      const planted = await testApp.database.rows<{ id: string }>('SELECT id FROM posts WHERE title = $1', [
        text,
      ]);
      const still = await readAllPages(user, text, order);
      expect(new Set(still.ids).size).toBe(still.ids.length);
      expect(still.ids.toSorted()).toEqual(planted.map(({ id }) => id).toSorted());
      // The building's name is a word of all of them [FS-16].
      const named = await readAllPages(user, `과학도서관 ${text}`, order);
      expect(new Set(named.ids).size).toBe(named.ids.length);
      expect(named.ids.toSorted()).toEqual(still.ids.toSorted());
      const hidden: string[] = [];
      const { ids } = await readAllPages(user, text, order, async () => {
        await makePost(user, 'main-hall', { title: text });
        await change(
          `UPDATE posts SET like_count = (like_count * 7 + 3) % 31, like_base = (like_count * 7 + 3) % 31 WHERE title = $1`,
          [text],
        );
        const rows = await testApp.database.rows<{ id: string }>(
          `UPDATE posts SET hidden_at = now() WHERE id = (SELECT id FROM posts WHERE title = $1 AND hidden_at IS NULL
              ORDER BY id LIMIT 1) RETURNING id`,
          [text],
        );
        hidden.push(...rows.map(({ id }) => id));
      });
      expect(new Set(ids).size).toBe(ids.length);
      const missed = planted.filter(({ id }) => !ids.includes(id) && !hidden.includes(id));
      expect(missed).toEqual([]);
    },
  );

  test('[FS-02] [FS-03] no post has every word: fewer are searched, and pages use the same ones', async () => {
    await plant('얼룩말은 풀을', PAGE_SIZE + 5, 'central-plaza');
    const first = await search('얼룩말 유니콘을 어디');
    expect([first.searched, first.reduced, first.posts.length]).toEqual(['얼룩말', true, PAGE_SIZE]);
    const cursor = first.nextCursor ?? '';
    const second = await search('얼룩말 유니콘을 어디', { cursor });
    expect([second.searched, second.reduced, second.posts.length]).toEqual(['얼룩말', true, 5]);
    // A plain word is searched unchanged.
    expect((await search('얼룩말 유니콘을 어디', { plain: '유니콘을' })).posts).toEqual([]);
    expect((await search('얼룩말 풀')).reduced).toBeUndefined();
  });

  test('[FS-05] walk: reads 3,000 posts a call, then returns a cursor; ends once', async () => {
    await plant('흔한조각흔한말', 6_500, 'central-plaza');
    await plant('조각말 따로', 10, 'central-plaza');
    await change('ANALYZE post_texts');
    const far = await makePost(user, 'main-hall', { title: '흔한조각 사이 드문글 흔한말' });
    await change(`UPDATE post_texts SET created_at = now() - interval '400 days' WHERE post_id = $1`, [far]);
    readStatisticsAgain();
    for (const order of ['relevant', 'recent'] as const) {
      const { ids, pages } = await readAllPages(user, '없는조각흔한', order);
      expect([order, ids, pages]).toEqual([order, [], 1]);
      // Each of its pieces is frequent, but they never occur together.
      const { ids: none, pages: calls } = await readAllPages(user, '조각흔한조각', order);
      expect([order, none, calls > 2 && calls < 6]).toEqual([order, [], true]);
      expect((await readAllPages(user, '드문글', order)).ids).toEqual([far]);
      expect((await readAllPages(user, '흔한말 드문글', order)).ids).toEqual([far]);
    }
  });

  test('a cursor of another order, of another list or made up is refused', async () => {
    const { nextCursor } = await search('흔한조각');
    expect(nextCursor).not.toBeNull();
    expect((await refusal('흔한조각', { order: 'recent', cursor: nextCursor ?? '' }))[0]).toBe(400);
    for (const cursor of ['r00', 'x00_1_2', `${nextCursor}A`, `${nextCursor}AAAA_`, 'cjAw'])
      expect([cursor, (await refusal('흔한조각', { cursor }))[0]]).toEqual([cursor, 400]);
    expect((await refusal('흔한조각', { cursor: '!' }))[0]).toBe(422);
    expect((await refusal('흔한조각', { cursor: 'a'.repeat(1_401) }))[0]).toBe(422);
  });
});
