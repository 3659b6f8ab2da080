import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { download, listsOf, plantPushes, type Row, upload } from '../../../testing/own-data.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unpack } from '../../../testing/unpack.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startTestApp({ edition: 'official' });
});
afterEach(() => testApp.close());

/** Returns rows of the database, with times and texts formatted as in the file. */
const rowsOf = async (sql: string, id: string): Promise<Row[]> => {
  const rows = await testApp.database.transaction(async (transaction) => {
    await transaction.rows(`SELECT set_config('TimeZone', 'UTC', true)`);
    return transaction.rows<{ row: Row }>(`SELECT to_jsonb(row) AS row FROM (${sql}) row`, [id]);
  });
  return rows.map(({ row }) => row);
};

/** Adds a case about a post of the user, decided by the other, and a report and action of each. */
async function moderate(user: MadeUser, other: MadeUser, written: string, liked: string): Promise<void> {
  const insert = (sql: string, values: unknown[]) => testApp.database.change(sql, values);
  for (const [author, decider, post] of [
    [user.id, other.id, written],
    [other.id, user.id, liked],
  ] as const) {
    const caseId = uuidv7();
    await insert(
      `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, ground, hidden_at, decided_by)
       VALUES ($1, 'post', $2, $2, $3, 'upheld', 'spam', now(), $4)`,
      [caseId, post, author, decider],
    );
    await insert(
      `INSERT INTO case_events (id, case_id, kind, actor_id, ground, text) VALUES ($1, $2, 'upheld', $3, 'spam', $4)`,
      [uuidv7(), caseId, decider, author === user.id ? '광고예요' : '딴사람의 사건'],
    );
    await insert(
      `INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note) VALUES ($1, $2, $3, $4, 'spam', $5)`,
      [uuidv7(), caseId, decider, post, decider === user.id ? '내 메모' : '딴사람의 메모'],
    );
    await insert(
      `INSERT INTO sanctions (id, user_id, case_id, kind, ground, text, ends_at)
       VALUES ($1, $2, $3, 'warning', 'spam', $4, now() + interval '1 day')`,
      [uuidv7(), author, caseId, author === user.id ? '경고' : '딴사람의 경고'],
    );
    await insert(`INSERT INTO blocks (id, user_id, blocked_id, nickname) VALUES ($1, $2, $3, $4)`, [
      uuidv7(),
      author,
      decider,
      author === user.id ? '그때의이름' : user.nickname,
    ]);
    await insert(`INSERT INTO kept_acts (id, subject, user_id, kind) VALUES ($1, 'x', $2, 'overturned')`, [
      uuidv7(),
      author,
    ]);
    await insert(`INSERT INTO roles (id, user_id, role) VALUES ($1, $2, 'operator')`, [uuidv7(), author]);
    await insert(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter) VALUES ($1::uuid, ($1::uuid)::text, 'key', 0)`,
      [author],
    );
    await insert(`INSERT INTO audit (id, actor, action, target) VALUES ($1, $2, 'case upheld', $3)`, [
      uuidv7(),
      decider,
      caseId,
    ]);
  }
}

test('[MO-17] student’s file: contains every own row and picture, and no data of others', async () => {
  const other = await makeUser(testApp, { email: 'somebody.else@korea.ac.kr', nickname: '딴사람이름' });
  const { id, email, nickname, browser } = await makeUser(testApp, { nickname: '모두내것' });
  const user = { id, email, nickname, browser };
  const [used, unused, strange] = [
    await upload(user, 'red'),
    await upload(user, 'lime'),
    await upload(other, 'blue'),
  ];
  const written = await makePost(user, 'main-hall', { uploadId: used, body: '줄\n바꿈 "따옴표" \\ 🦌' });
  const hidden = await makePost(user, 'question');
  const liked = await makePost(other, 'main-hall', { title: '딴사람의 글', uploadId: strange });
  await makeReply(user, liked, '내 댓글');
  const strangers = await makeReply(other, written, '딴사람의 댓글');
  await user.browser.call('PUT /api/replies/{id}/like', { path: { id: strangers.id } });
  for (const call of ['PUT /api/posts/{id}/like', 'PUT /api/posts/{id}/scrap'] as const)
    for (const [one, postId] of [
      [user, liked],
      [other, written],
    ] as const)
      await one.browser.call(call, { path: { id: postId } });
  await user.browser.call('POST /api/password-reset', { body: { email: user.email } });
  await operate(testApp, 'post', 'hide', hidden, '--reason', '광고');
  await operate(testApp, 'student', 'grant', user.id, '--reason', '부탁');
  await operate(testApp, 'hot', 'add', written);
  await testApp.database.change(
    `UPDATE posts SET created_at = '2026-03-02T09:00:00.123457+09:00' WHERE author_id = $1`,
    [user.id],
  );
  await testApp.database.change(`UPDATE replies SET likers = ARRAY['', $1, $2] WHERE author_id = $3`, [
    user.id,
    other.id,
    other.id,
  ]);
  await testApp.database.change(
    `INSERT INTO imported_likes (user_id, post_id, liked_at) SELECT id, gen_random_uuid(), now() FROM users`,
  );
  for (const document of ['terms', 'privacy'])
    await testApp.database.change(
      `INSERT INTO consents (id, user_id, document, version) SELECT gen_random_uuid(), id, $1, '2026-11-20' FROM users`,
      [document],
    );
  await moderate(user, other, written, liked);
  await testApp.database.change(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, word, things)
     SELECT gen_random_uuid(), id, 'alert', $1, $1, CASE id WHEN $2 THEN '도서관' ELSE '딴사람의' END, 1 FROM users`,
    [written, user.id],
  );
  await testApp.database.change(
    `INSERT INTO alerts (id, user_id, word, piece, patterns)
     SELECT gen_random_uuid(), id, CASE id WHEN $1 THEN '도서관' ELSE '딴사람의' END, '도서', '{%도서관%}' FROM users`,
    [user.id],
  );
  await testApp.database.change(
    `INSERT INTO inboxes (user_id, off_kinds, notices_read_at) SELECT id, '{case}', now() FROM users`,
  );
  await testApp.database.change('INSERT INTO inbox_mutes (user_id, post_id) SELECT id, $1 FROM users', [
    liked,
  ]);
  await plantPushes(testApp.database, written);
  await testApp.database.change('INSERT INTO follows (user_id, post_id) SELECT id, $1 FROM users', [liked]);
  await testApp.database.change(`INSERT INTO pins SELECT id, 'main-hall', 0 FROM users`);
  await testApp.database.change(
    `INSERT INTO amenities VALUES ('cafe', 'main-hall', '카페', '1', '로비', '', '', '답사', '', '', '{}')`,
  );
  await testApp.database.change(`INSERT INTO amenity_voices SELECT id, 'cafe', true FROM users`);
  await testApp.database.change(
    `INSERT INTO rooms VALUES ('room', 'main-hall', '201호', '2', '', '', '답사')`,
  );
  await testApp.database.change(`INSERT INTO locked_rooms SELECT id, 'room', '2026-11-25' FROM users`);
  await testApp.database.change(
    `INSERT INTO meals (amenity_id, day, meal, corner, dish, from_time, to_time, source, place)
     VALUES ('cafe', '2026-11-25', 'lunch', '', '제육덮밥', '11:30', '13:30', '', 0)`,
  );
  await testApp.database.change(
    'INSERT INTO meal_votes (meal_id, user_id) SELECT meals.id, users.id FROM meals, users',
  );
  await testApp.database.change(
    `INSERT INTO tickets (post_id, number, building_id, kind, floor, spot) VALUES ($1, 1, 'main-hall', 'power', '1', '')`,
    [liked],
  );
  await testApp.database.change(
    'INSERT INTO ticket_joins (ticket_id, user_id, fixed) SELECT $1, id, true FROM users',
    [liked],
  );
  const response = await download(user);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="madang-data.zip"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const files = await unpack(response.body);
  const { format, version, ...lists } = listsOf(files);
  expect([format, version]).toEqual(['madang-own-data', 1]);
  // Compares the tables column by column; names on the left are the file's.
  const tables: Record<string, string> = {
    profile: `SELECT users.*, email, email_verified_at, last_verified_email, fallback_email, accounts.created_at AS account_created_at
                FROM users JOIN accounts USING (id) WHERE id = $1`,
    consents: 'SELECT * FROM consents WHERE user_id = $1',
    sessions: 'SELECT * FROM sessions WHERE user_id = $1',
    mailedLinks: 'SELECT * FROM tokens WHERE account_id = $1',
    waitingMails: 'SELECT * FROM outbox WHERE account_id = $1',
    posts: `SELECT posts.*, promoted_at FROM posts LEFT JOIN hots ON post_id = posts.id WHERE author_id = $1`,
    uploads: `SELECT uploads.*, position, description FROM uploads LEFT JOIN post_images ON upload_id = uploads.id
               WHERE owner_id = $1`,
    likes: 'SELECT * FROM likes WHERE user_id = $1',
    importedLikes: 'SELECT * FROM imported_likes WHERE user_id = $1',
    scraps: 'SELECT * FROM scraps WHERE user_id = $1',
    points: 'SELECT * FROM point_awards WHERE user_id = $1',
    replies: 'SELECT * FROM replies WHERE author_id = $1',
    likedReplies: `SELECT * FROM replies WHERE likers @> ARRAY[$1::text]`,
    replyLikes: 'SELECT * FROM reply_likes WHERE user_id = $1',
    reports: 'SELECT * FROM reports WHERE reporter_id = $1',
    blocks: 'SELECT * FROM blocks WHERE user_id = $1',
    cases: 'SELECT * FROM cases WHERE author_id = $1',
    caseTexts: 'SELECT case_events.* FROM case_events JOIN cases ON cases.id = case_id WHERE author_id = $1',
    sanctions: 'SELECT * FROM sanctions WHERE user_id = $1',
    keptActs: 'SELECT * FROM kept_acts WHERE user_id = $1',
    roles: 'SELECT * FROM roles WHERE user_id = $1',
    passkeys: 'SELECT * FROM passkeys WHERE user_id = $1',
    ownActs: 'SELECT * FROM audit WHERE actor = $1::text',
    inboxLines: 'SELECT * FROM inbox_lines WHERE user_id = $1',
    inboxSettings: `SELECT inboxes.*, users.created_at FROM inboxes JOIN users ON users.id = user_id WHERE user_id = $1`,
    mutedThreads: 'SELECT * FROM inbox_mutes WHERE user_id = $1',
    followedThreads: 'SELECT * FROM follows WHERE user_id = $1',
    alerts: 'SELECT * FROM alerts WHERE user_id = $1',
    pushSettings: `SELECT push_settings.*, users.created_at FROM push_settings JOIN users ON users.id = user_id WHERE user_id = $1`,
    pushDevices: 'SELECT * FROM push_devices WHERE user_id = $1',
    pushes: 'SELECT * FROM pushes WHERE user_id = $1',
    pins: `SELECT pins.*, users.created_at FROM pins JOIN users ON users.id = user_id WHERE user_id = $1`,
    amenityVoices: 'SELECT * FROM amenity_voices WHERE user_id = $1',
    lockedRooms: 'SELECT * FROM locked_rooms WHERE user_id = $1',
    soldOutDishes: `SELECT meal_votes.*, dish FROM meal_votes JOIN meals ON meals.id = meal_id WHERE user_id = $1`,
    tickets: `SELECT ticket_joins.*, tickets.* FROM ticket_joins JOIN tickets ON post_id = ticket_id WHERE user_id = $1`,
    operatorActs: 'SELECT * FROM audit WHERE target = $1::text',
  };
  expect(Object.keys(lists)).toEqual(Object.keys(tables));
  for (const [list, sql] of Object.entries(tables)) {
    const stored = await rowsOf(sql, user.id);
    const told = lists[list] ?? [];
    expect([list, told.length]).toEqual([list, stored.length]);
    if (list !== 'waitingMails') expect([list, told.length > 0]).toEqual([list, true]);
    // Each row of the file equals a row of the table, each value in one of its columns.
    for (const row of told) {
      const values = Object.values(row).map((value) => JSON.stringify(value));
      const fits = stored.some((other) => {
        const known = new Set(Object.values(other).map((value) => JSON.stringify(value)));
        return values.every((value) => known.has(value));
      });
      expect([list, row, fits]).toEqual([list, row, true]);
    }
  }
  expect(lists.profile?.[0]).toMatchObject({ id: user.id, email, nickname, name: '김고대' });
  expect(lists.posts).toContainEqual(
    expect.objectContaining({
      id: written,
      body: '줄\n바꿈 "따옴표" \\ 🦌',
      at: '2026-03-02T00:00:00.123457+00:00',
      popularSince: expect.any(String),
    }),
  );
  expect(lists.posts?.find((post) => post.id === hidden)?.hiddenAt).toEqual(expect.any(String));
  expect([...files.keys()].sort()).toEqual(
    ['data.json', `images/${used}.webp`, `images/${unused}.webp`].sort(),
  );
  for (const uploaded of [used, unused])
    expect(files.get(`images/${uploaded}.webp`)).toEqual(
      await testApp.images.get(`posts/${user.id}/${uploaded}/large.webp`),
    );
  const text = files.get('data.json')?.toString('utf8') ?? '';
  for (const secret of [other.id, other.email, other.nickname, '딴사람의', 'tester', strange])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  const secrets = await testApp.database.rows<{ secret: string }>(
    `SELECT password_hash AS secret FROM accounts UNION SELECT encode(token_hash, 'hex') FROM sessions
      UNION SELECT encode(hash, 'hex') FROM tokens WHERE hash IS NOT NULL`,
  );
  expect(secrets.length).toBeGreaterThanOrEqual(3);
  for (const { secret } of secrets) expect(text.includes(secret)).toBe(false);
});
test('every column that leads to a student is in one of the lists', async () => {
  const columns = await testApp.database.rows<{ name: string }>(
    `SELECT conrelid::regclass::text || '.' || attname AS name FROM pg_constraint
       JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'accounts'::regclass) ORDER BY 1`,
  );
  // Add a new column to the `*.own.ts` of its feature, then here.
  expect(columns.map(({ name }) => name)).toEqual([
    'alerts.user_id',
    'amenity_voices.user_id',
    // Blocks by others belong to them and are not exported.
    'blocks.blocked_id',
    'blocks.user_id',
    'case_events.actor_id',
    'cases.author_id',
    'cases.decided_by',
    'consents.user_id',
    'follows.user_id',
    'imported_likes.user_id',
    'inbox_lines.user_id',
    'inbox_mutes.user_id',
    'inboxes.user_id',
    'kept_acts.user_id',
    'likes.user_id',
    'locked_rooms.user_id',
    'meal_votes.user_id',
    'outbox.account_id',
    'passkeys.user_id',
    'pins.user_id',
    'point_awards.user_id',
    'posts.author_id',
    'push_devices.user_id',
    'push_settings.user_id',
    'replies.author_id',
    'reply_likes.user_id',
    'reports.reporter_id',
    'roles.user_id',
    'sanctions.user_id',
    'scraps.user_id',
    'sessions.user_id',
    'ticket_joins.user_id',
    'tokens.account_id',
    'uploads.owner_id',
    'users.id',
  ]);
});
