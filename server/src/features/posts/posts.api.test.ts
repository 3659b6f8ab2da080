import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makePost, makePostBody, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp();
const user = await makeUser(testApp);

const writeAs = (author: MadeUser, buildingId: string, fields: Parameters<typeof makePostBody>[0] = {}) =>
  author.browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId },
    body: makePostBody(fields),
  });

const pointsOf = async (author: MadeUser) =>
  (await author.browser.call('GET /api/profile', {})).body.user.points;

describe('writing a post', () => {
  test('[EN-03] a new post has its board, author, contents, stored keywords, time and empty counters', async () => {
    const keywords = ['조용한 장소', '콘센트 장소', '팀플 장소'];
    const before = Date.now();
    const written = await writeAs(user, 'science-library', {
      keywords,
      title: ' 과도 열람실 ',
      body: '첫 줄\r\n둘째 줄',
    });
    expect(written.status).toBe(201);
    const { post } = written.body;
    expect(post).toEqual({
      id: post.id,
      buildingId: 'science-library',
      buildingName: '과학도서관',
      buildingCategory: '이공',
      authorId: user.id,
      nickname: user.nickname,
      title: '과도 열람실',
      contents: [{ format: 'text', text: '첫 줄\n둘째 줄' }],
      keywords,
      thumbnail: null,
      likeCount: 0,
      replyCount: 0,
      pictureCount: 0,
      solved: false,
      acceptedReplyId: null,
      createdAt: post.createdAt,
      revision: 1,
      editedAt: null,
    });
    expect(Math.abs(Date.parse(post.createdAt) - before)).toBeLessThan(60_000);
    const row = await testApp.database.first(
      `SELECT report_count, (SELECT count(*)::int FROM scraps WHERE post_id = posts.id) AS scrappers FROM posts WHERE id = $1`,
      [post.id],
    );
    expect(row).toEqual({ report_count: 0, scrappers: 0 });
    const read = await user.browser.call('GET /api/posts/{id}', { path: { id: post.id } });
    expect(read.body).toEqual(post);
  });

  test('[RO-05] [SF-14] points: 50 for a building post, 30 for festival, 0 for a question, once each', async () => {
    const author = await makeUser(testApp);
    const building = await writeAs(author, 'main-hall');
    expect(building.body).toMatchObject({ awardedPoints: 50, points: 50 });
    const festival = await writeAs(author, 'festival', { keywords: ['사진'] });
    expect(festival.body).toMatchObject({ awardedPoints: 30, points: 80 });
    const question = await writeAs(author, 'question');
    expect(question.body).toMatchObject({ awardedPoints: 0, points: 80 });
    expect(await pointsOf(author)).toBe(80);
    const ledger = await testApp.database.rows<{ points: number }>(
      'SELECT points FROM point_awards WHERE user_id = $1 ORDER BY created_at',
      [author.id],
    );
    expect(ledger.map(({ points }) => points)).toEqual([50, 30]);
  });

  test('[RO-05] award: in the transaction of the post; if it fails there is no post', async () => {
    await testApp.database.change(
      `CREATE FUNCTION refuse_award() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
    );
    await testApp.database.change(
      `CREATE TRIGGER refuse_award BEFORE INSERT ON point_awards FOR EACH ROW EXECUTE FUNCTION refuse_award()`,
    );
    const id = uuidv7();
    const before = await pointsOf(user);
    const answer = await writeAs(user, 'main-hall', { id });
    await testApp.database.change('DROP TRIGGER refuse_award ON point_awards');
    expect(answer.status).toBe(500);
    expect((await user.browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(404);
    expect(await pointsOf(user)).toBe(before);
  });

  test('[RO-02] without the right only questions; [RO-04] with it buildings and festival too', async () => {
    const guest = await makeUser(testApp, { right: false });
    expect((await writeAs(guest, 'question')).status).toBe(201);
    for (const [board, keywords] of [
      ['main-hall', []],
      ['festival', ['사진']],
    ] as const) {
      expect((await writeAs(guest, board, { keywords: [...keywords] })).problem?.code).toBe('right.required');
      expect((await writeAs(user, board, { keywords: [...keywords] })).status).toBe(201);
    }
    expect((await writeAs(user, 'buildingNotice')).problem?.code).toBe('board.readOnly');
    for (const board of ['freedom', 'feedback', 'nowhere']) {
      expect((await writeAs(user, board)).problem?.code).toBe('resource.missing');
    }
  });

  test('[RO-02] removed right: takes effect at once, in the open session', async () => {
    const author = await makeUser(testApp);
    await testApp.database.change('UPDATE users SET writing_right = false WHERE id = $1', [author.id]);
    expect((await writeAs(author, 'main-hall')).problem?.code).toBe('right.required');
  });

  test('[VA-12] title, body and keyword rules are the server’s', async () => {
    const refused = async (board: string, fields: object) =>
      (await writeAs(user, board, fields)).problem?.fields;
    expect(await refused('main-hall', { title: ' \u200b', body: '\n' })).toEqual([
      { field: 'title', code: 'required' },
      { field: 'body', code: 'required' },
    ]);
    expect(await refused('main-hall', { title: '가'.repeat(101) })).toEqual([
      { field: 'title', code: 'tooLong' },
    ]);
    expect(await refused('main-hall', { body: '가'.repeat(10_001) })).toEqual([
      { field: 'body', code: 'tooLong' },
    ]);
    expect(await refused('festival', {})).toEqual([{ field: 'keywords', code: 'keywords.festival' }]);
    const composed = { title: '👍'.repeat(100), body: '각'.repeat(10_000) };
    expect((await writeAs(user, 'main-hall', composed)).status).toBe(201);
    // Before normalization a text may have three times as many code points.
    const inParts = '각'.repeat(10_000).normalize('NFD');
    expect((await writeAs(user, 'main-hall', { body: inParts })).status).toBe(201);
  });

  test('[SF-15] same id again: answers as before; with other content it is taken', async () => {
    const author = await makeUser(testApp);
    const body = makePostBody();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => writeAs(author, 'main-hall', body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await pointsOf(author)).toBe(50);
    expect((await writeAs(author, 'main-hall', { ...body, title: '다른 제목' })).problem?.code).toBe(
      'identifier.taken',
    );
    expect((await writeAs(author, 'west-hall', body)).problem?.code).toBe('identifier.taken');
    expect((await writeAs(user, 'main-hall', body)).problem?.code).toBe('identifier.taken');
  });
});

describe('lists', () => {
  test('[CA-05] a building’s posts by both orders, page by page, without a gap or a double', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 70; index += 1) ids.push(await makePost(user, 'woodang-hall'));
    // Many posts at one instant with equal likes: the order must still be total.
    await testApp.database.change(
      `UPDATE posts SET created_at = date_trunc('hour', now()) + (like_base % 3) * interval '1 microsecond' WHERE building_id = 'woodang-hall'`,
    );
    await testApp.database.change(
      `UPDATE posts SET like_count = ('x' || substr(id::text, 36, 1))::bit(4)::int / 4 WHERE building_id = 'woodang-hall'`,
    );
    for (const order of ['recent', 'popular'] as const) {
      const seen: { id: string; likeCount: number; createdAt: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await user.browser.call('GET /api/buildings/{buildingId}/posts', {
          path: { buildingId: 'woodang-hall' },
          query: { order, cursor },
        });
        expect(page.body.posts.length).toBeLessThanOrEqual(30);
        seen.push(...page.body.posts);
        cursor = page.body.nextCursor ?? undefined;
      } while (cursor);
      expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const key = (post: (typeof seen)[number]) =>
        `${order === 'popular' ? String(post.likeCount).padStart(6, '0') : ''}${post.createdAt}${post.id}`;
      expect(seen.map(key)).toEqual(seen.map(key).sort().reverse());
    }
  });

  test('[CA-05] latest holds the 30 newest posts of building, question and festival boards', async () => {
    const expected = [
      await makePost(user, 'question'),
      await makePost(user, 'festival', { keywords: ['이벤트 후기'] }),
      await makePost(user, 'ice-rink'),
    ];
    await testApp.database.change(
      `INSERT INTO posts (id, building_id, title, body, in_latest) VALUES ($1, 'buildingNotice', '단수 안내', '오늘', false)`,
      [uuidv7()],
    );
    const { posts } = (await user.browser.call('GET /api/posts/latest', {})).body;
    expect(posts).toHaveLength(30);
    expect(posts.slice(0, 3).map(({ id }) => id)).toEqual(expected.reverse());
    expect(posts.map(({ buildingId }) => buildingId)).not.toContain('buildingNotice');
    const notice = await user.browser.call('GET /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'buildingNotice' },
    });
    expect(notice.body.posts.map(({ nickname }) => nickname)).toEqual(['마당 운영팀']);
  });
});

const like = (who: MadeUser, id: string) => who.browser.call('PUT /api/posts/{id}/like', { path: { id } });
const unlike = (who: MadeUser, id: string) =>
  who.browser.call('DELETE /api/posts/{id}/like', { path: { id } });

test('[ST-05] like: adds the user and counts; unlike reverts; never twice, never below 0', async () => {
  const id = await makePost(user);
  expect((await unlike(user, id)).body).toEqual({ liked: false, likeCount: 0 });
  expect((await like(user, id)).body).toEqual({ liked: true, likeCount: 1 });
  expect((await like(user, id)).body).toEqual({ liked: true, likeCount: 1 });
  const marks = await user.browser.call('GET /api/posts/marks', { query: { ids: id } });
  expect(marks.body).toEqual({ liked: [id], scrapped: [] });
  expect((await unlike(user, id)).body).toEqual({ liked: false, likeCount: 0 });
  expect((await like(user, uuidv7())).problem?.code).toBe('resource.missing');
});

test('[ST-05] [SF-14] hundred likes of one student, and concurrent ones of many: each student counts once', async () => {
  const id = await makePost(user);
  const others = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => makeUser(testApp)));
  await Promise.all([
    ...Array.from({ length: 100 }, () => like(user, id)),
    ...others.map((other) => like(other, id)),
  ]);
  const row = await testApp.database.first<{ like_count: number; rows: number }>(
    'SELECT like_count, (SELECT count(*)::int FROM likes WHERE post_id = posts.id) AS rows FROM posts WHERE id = $1',
    [id],
  );
  expect(row).toEqual({ like_count: 8, rows: 8 });
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? like : unlike)(user, id)));
  const after = await testApp.database.first<{ like_count: number; rows: number }>(
    'SELECT like_count, (SELECT count(*)::int FROM likes WHERE post_id = posts.id) AS rows FROM posts WHERE id = $1',
    [id],
  );
  expect(after?.like_count).toBe(after?.rows);
});
