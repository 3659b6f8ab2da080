import { listTables } from '../src/database/table-lines.ts';
import type { Executor } from '../src/database/database.ts';

/**
 * Rows for tables that a world may have left empty, derived from its students, posts and replies.
 * Times that trigger server actions are a year ahead, so that nothing expires during a test.
 * Values differ from those of triggers, so a trigger that fires during a restore is detected.
 */
const ROWS: Readonly<Record<string, string>> = {
  alerts: `(id, user_id, word, piece, patterns)
    SELECT gen_random_uuid(), id, '조용', '조용', '{%조용%}' FROM accounts ORDER BY id LIMIT 1`,
  amenities: `(id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on, imported)
    SELECT 'cafe', id, '카페', 'B1', '로비', '', 'yes', '답사', '2026-03-02', '', '{"gone": "", "big": 9007199254740993}'
      FROM buildings WHERE kind = 'building' ORDER BY id LIMIT 1`,
  amenity_voices: `(user_id, amenity_id, there) SELECT users.id, amenities.id, false FROM users, amenities LIMIT 1`,
  analytics_days: `VALUES ('2026-03-02', 'screenView', 'home', 9007199254740993)`,
  analytics_events: `VALUES ('screenView', 'home', now(), 3)`,
  audit: `(id, actor, action, target) VALUES (gen_random_uuid(), 'tester', 'building add', 'library')`,
  blocks: `(id, user_id, blocked_id, nickname)
    SELECT gen_random_uuid(), reader.id, writer.id, writer.nickname
      FROM users AS reader JOIN users AS writer ON writer.id > reader.id ORDER BY reader.id, writer.id LIMIT 1`,
  building_removals: `(id) VALUES ('old-hall')`,
  bulletin_entries: `(id, kind, state, title, body) VALUES (gen_random_uuid(), 'notice', 'withdrawn', '점검', '내일')`,
  case_events: `(id, case_id, kind) SELECT gen_random_uuid(), id, 'opened' FROM cases LIMIT 1`,
  // Another board than that of the post.
  cases: `(id, kind, thing_id, post_id, author_id, state, due_at, building_id)
    SELECT gen_random_uuid(), 'post', id, id, author_id, 'open', now() + interval '1 year', 'festival' FROM posts LIMIT 1`,
  consents: `(id, user_id, document, version) SELECT gen_random_uuid(), id, 'terms', '1' FROM users LIMIT 1`,
  events: `(id, title, body) VALUES (gen_random_uuid(), '축제', '내일')`,
  follows: `(user_id, post_id) SELECT users.id, posts.id FROM users, posts LIMIT 1`,
  holidays: `VALUES ('2026-10-09', '2026-10-09', '한글날')`,
  hots: `(id, post_id) SELECT gen_random_uuid(), id FROM posts LIMIT 1`,
  image_removals: `VALUES ('EventImg/gone.png', now(), now() + interval '1 year')`,
  imported_likes: `SELECT users.id, posts.id, now() FROM users, posts LIMIT 1`,
  imported_post_authors: `SELECT id, gen_random_uuid() FROM posts LIMIT 1`,
  imported_reply_authors: `SELECT id, gen_random_uuid() FROM replies LIMIT 1`,
  inbox_answers: `SELECT inbox_lines.id, replies.id FROM inbox_lines JOIN replies USING (post_id) LIMIT 1`,
  inbox_lines: `(id, user_id, kind, about_id, post_id, things)
    SELECT gen_random_uuid(), reader.user_id, 'answer', post_id, post_id, 7
      FROM replies, (SELECT user_id FROM blocks) AS reader ORDER BY number LIMIT 1`,
  inbox_mutes: `(user_id, post_id) SELECT users.id, posts.id FROM users, posts LIMIT 1`,
  inboxes: `(user_id, off_kinds) SELECT id, '{alert,"a,b"}' FROM users LIMIT 1`,
  installation: `VALUES ('demo voices', 'planted')`,
  jobs: `(id, kind, key, data, due_at)
    VALUES (gen_random_uuid(), 'later', 'this', '{"big": 9007199254740993, "text": "\\u2028"}', now() + interval '1 year')`,
  kept_acts: `(id, subject, user_id, kind, count) SELECT gen_random_uuid(), '\\x00ff', id, 'post', 2 FROM users LIMIT 1`,
  locked_rooms: `SELECT users.id, rooms.id, '2026-11-25', now() + interval '1 year' FROM users, rooms LIMIT 1`,
  meal_votes: `(meal_id, user_id) SELECT meals.id, users.id FROM meals, users LIMIT 1`,
  // Next year, so that it has not ended in any time zone.
  meals: `(amenity_id, day, meal, corner, dish, price, from_time, to_time, source, place)
    SELECT id, current_date + 365, 'lunch', '한식', '제육덮밥', 5500, '11:30', '13:30', '식당', 3 FROM amenities LIMIT 1`,
  notices: `(id, title, body, told_at) VALUES (gen_random_uuid(), '점검', '내일', now())`,
  offices: `(id, name, email, daily_hour, channel) VALUES ('all', '시설팀', 'office@example.com', 9, '')`,
  opening_hours: `SELECT id, '', '', 'mon-fri 09:00-18:00', '안내판' FROM buildings WHERE kind = 'building' LIMIT 1`,
  outbox: `(id, kind, recipient, next_attempt_at)
    VALUES (gen_random_uuid(), 'verification', 'somebody@korea.ac.kr', now() + interval '1 year')`,
  passkeys: `(user_id, credential_id, public_key, counter) SELECT id, 'key', '\\x00ff0a27', 5 FROM accounts LIMIT 1`,
  pins: `SELECT users.id, buildings.id, 0 FROM users, buildings WHERE kind = 'building' LIMIT 1`,
  places_now: `SELECT '콘센트', 1, id, '{"posts": 3}', now() + interval '1 year' FROM buildings WHERE kind = 'building' LIMIT 1`,
  place_voices: `SELECT id, '\\x00ff', date_trunc('minute', now()) + interval '1 year', 'free', true, false
    FROM buildings WHERE kind = 'building' LIMIT 1`,
  point_awards: `(id, user_id, points) SELECT gen_random_uuid(), id, 0 FROM users LIMIT 1`,
  post_images: `SELECT posts.id, 1, uploads.id, 60, 40, '창가' FROM posts, uploads LIMIT 1`,
  post_keywords: `SELECT building_id, '조용한 장소', created_at, id FROM posts LIMIT 1`,
  post_revisions: `(post_id, revision, title, body, keywords, pictures)
    SELECT id, 1, '제목', '본문', '{}', '[]' FROM posts LIMIT 1`,
  printed_codes: `(code, building_id, amenity_id, spot)
    SELECT 'k3x8mq2v', building_id, id, '로비' FROM amenities LIMIT 1`,
  push_deliveries: `(push_id, device_id, host, made_at, next_at)
    SELECT gen_random_uuid(), id, 'fcm.googleapis.com', now(), now() + interval '1 year' FROM push_devices LIMIT 1`,
  push_devices: `(id, session_id, user_id, endpoint, p256dh, auth, system, browser)
    SELECT gen_random_uuid(), id, user_id, 'https://fcm.googleapis.com/fcm/send/x', 'x', 'y', 'android', 'chrome' FROM sessions LIMIT 1`,
  push_sender: `(holder, until) VALUES (gen_random_uuid(), now() + interval '1 year')`,
  push_settings: `(user_id, off_kinds, quiet_from, quiet_to) SELECT id, '{alert}', NULL, NULL FROM users LIMIT 1`,
  pushes: `(user_id, kind, about_id, due_at)
    SELECT user_id, 'answer', gen_random_uuid(), now() + interval '1 year' FROM push_settings LIMIT 1`,
  rate_limits: `VALUES ('writing somebody', 2, now() + interval '1 year')`,
  reply_likes: `(user_id, reply_id) SELECT users.id, replies.id FROM users, replies LIMIT 1`,
  reply_revisions: `(reply_id, revision, body) SELECT id, 1, '답' FROM replies LIMIT 1`,
  reports: `(id, case_id, reporter_id, thing_id, reason, note)
    SELECT gen_random_uuid(), cases.id, users.id, thing_id, 'spam', '' FROM cases, users WHERE users.id <> author_id LIMIT 1`,
  rights_requests: `(id, address, post_id, ground, email, client_hash, token_expires_at)
    SELECT gen_random_uuid(), '/posts/1', id, 'privacy', 'who@example.com', '\\x00ff', now() + interval '1 year' FROM posts LIMIT 1`,
  roles: `(id, user_id, role, building_id) SELECT gen_random_uuid(), id, 'moderator', 'main-hall' FROM users LIMIT 1`,
  rooms: `SELECT 'room', id, '201호', '2', '40', 'yes', '답사' FROM buildings WHERE kind = 'building' ORDER BY id LIMIT 1`,
  sanction_addresses: `SELECT id, '\\x00ff' FROM sanctions LIMIT 1`,
  sanctions: `(id, kind, ground, ends_at)
    VALUES (gen_random_uuid(), 'warning', 'spam', now() + interval '1 year')`,
  scraps: `SELECT users.id, posts.id, posts.created_at, now() FROM users, posts LIMIT 1`,
  search_day_keys: `VALUES (current_date, '\\x00ff')`,
  search_misses: `VALUES (current_date, '낮잠', '\\x00ff')`,
  sessions: `(id, token_hash, user_id) SELECT gen_random_uuid(), '\\x00ff', id FROM users LIMIT 1`,
  ticket_joins: `(ticket_id, user_id, fixed) SELECT post_id, users.id, true FROM tickets, users LIMIT 1`,
  ticket_steps: `(ticket_id, step, word, done_by) SELECT post_id, 'seen', '확인했습니다', 'office' FROM tickets`,
  tickets: `(post_id, number, building_id, kind, floor, spot)
    SELECT posts.id, 7, buildings.id, 'power', '2', '창가' FROM posts, buildings WHERE kind = 'building' LIMIT 1`,
  timetable: `SELECT id, 'mon,wed', '09:00', '10:15', '2026-09-01', '2026-12-21' FROM rooms LIMIT 1`,
  mailed_codes: `(holder_hash, expires_at) VALUES ('\\x00ff', now() + interval '1 year')`,
  tokens: `(id, account_id, purpose, email, expires_at)
    SELECT gen_random_uuid(), id, 'reset', email, now() + interval '1 year' FROM accounts LIMIT 1`,
  unnotified_replies: `(at, reply_id) SELECT now() + interval '1 year', id FROM replies LIMIT 1`,
  unfound_terms: `VALUES ('2026-03-02', '낮잠', 5)`,
  // Tomorrow in every time zone: a job ends past days every minute.
  voice_counts: `VALUES (current_date + 1, '\\x00ff', 3)`,
  voice_day_keys: `VALUES (current_date + 1, '\\x00ff')`,
  voice_history: `SELECT id, 2, 3, 4, 5, 6, 'normal' FROM buildings WHERE kind = 'building' LIMIT 1`,
  voice_mutes: `SELECT id FROM buildings WHERE kind = 'building' LIMIT 1`,
  voice_tallies: `SELECT current_date + 1, 3, id, 1, 2, 3 FROM buildings WHERE kind = 'building' LIMIT 1`,
  withdrawals: `SELECT gen_random_uuid(), now()`,
};

/** Adds a row to each empty table listed in this file. */
export async function fillEmptyTables(executor: Executor): Promise<void> {
  const waiting = new Set(await listEmptyTables(executor));
  // A row may derive from another new row without a foreign key: blocks before lines, cases before reports.
  for (let before = -1; waiting.size !== before;) {
    before = waiting.size;
    for (const table of waiting)
      if (ROWS[table] && (await executor.change(`INSERT INTO ${table} ${ROWS[table]}`)) > 0)
        waiting.delete(table);
  }
}

/** Returns the tables without a row. A test of backups covers only tables with rows. */
export async function listEmptyTables(executor: Executor): Promise<string[]> {
  const empty: string[] = [];
  for (const { name } of await listTables(executor))
    if (!(await executor.first(`SELECT 1 AS row FROM ${name} LIMIT 1`))) empty.push(name);
  return empty;
}
