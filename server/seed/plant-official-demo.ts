import { v7 as uuidv7 } from 'uuid';
import { UPLOAD_FILES, uploadPath } from '../src/features/posts/index.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { content } from './content.ts';
import type { DemoAccount } from './plant-demo.ts';
import { plantTickets } from './plant-tickets.ts';

/** Number of the newest posts that show features; newcomers open these first. */
const NEWEST = 150;

/** Target database and image store. */
export interface PlantingDependencies {
  database: Database;
  images: ImageStore;
}

/**
 * Additions of each part of the official edition to the demo world, visible at first sight [ED-03].
 * Each statement finds the same rows.
 */
const PLANTINGS = {
  ownContent: [
    // Every sixth post was edited a while after it was written.
    `WITH chosen AS (SELECT * FROM (SELECT posts.*, row_number() OVER (ORDER BY created_at DESC, id) AS place
                                      FROM posts WHERE author_id IS NOT NULL AND in_latest) AS numbered
                      WHERE place <= ${NEWEST} AND place % 6 = 2),
          earlier AS (INSERT INTO post_revisions (post_id, revision, title, body, keywords, replaced_at)
                      SELECT id, revision, title, body, keywords, least(now(), created_at + interval '40 minutes') FROM chosen)
     UPDATE posts SET body = posts.body || E'\\n\\n(추가) 조금 전에 다시 가 봤는데 그대로예요.', revision = posts.revision + 1,
                      edited_at = least(now(), posts.created_at + interval '40 minutes')
       FROM chosen WHERE posts.id = chosen.id`,
  ],
  threads: [
    // The second, fifth and eighth reply answers the previous one if that has another author.
    `UPDATE replies SET parent_id = before.id, answers_id = before.id FROM replies before
      WHERE before.post_id = replies.post_id AND before.number = replies.number - 1 AND replies.number % 3 = 2
        AND replies.author_id <> before.author_id`,
    // The third one continues that thread.
    `UPDATE replies SET parent_id = before.parent_id, answers_id = before.id FROM replies before
      WHERE before.post_id = replies.post_id AND before.number = 2 AND replies.number = 3
        AND before.parent_id IS NOT NULL AND replies.author_id <> before.author_id`,
    // Up to four students like every third reply.
    `WITH newest AS (SELECT id FROM posts WHERE in_latest ORDER BY created_at DESC, id LIMIT ${NEWEST}),
          liked AS (INSERT INTO reply_likes (user_id, reply_id)
                    SELECT fan.id, replies.id
                      FROM newest JOIN replies ON replies.post_id = newest.id,
                           LATERAL (SELECT users.id FROM users WHERE users.id <> replies.author_id
                                     ORDER BY md5(users.id::text || replies.id::text)
                                     LIMIT 1 + replies.number % 4) AS fan
                     WHERE replies.number % 3 = 1 RETURNING reply_id)
     UPDATE replies SET like_count = like_count + liked.count
       FROM (SELECT reply_id, count(*)::int AS count FROM liked GROUP BY reply_id) AS liked
      WHERE replies.id = liked.reply_id`,
  ],
  // The files are made below.
  pictures: [],
  // Made below too.
  tickets: [],
  moderation: [
    // The first demo account sees every screen of the feature.
    `INSERT INTO roles (id, user_id, role)
     SELECT gen_random_uuid(), id, 'operator' FROM accounts WHERE email LIKE 'demo@%'`,
    // Two questions wait for a decision, reported by two students each; one was hidden at once.
    `WITH chosen AS (SELECT posts.id, author_id, row_number() OVER (ORDER BY posts.created_at DESC, posts.id) AS place
                       FROM posts JOIN accounts ON accounts.id = author_id
                      WHERE building_id = 'question' AND hidden_at IS NULL AND email NOT LIKE 'demo@%'
                      ORDER BY place LIMIT 3),
          cases AS (INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, ground, opened_at, hidden_at, due_at, told_at)
                    SELECT gen_random_uuid(), 'post', id, id, author_id, CASE place WHEN 3 THEN 'hidden' ELSE 'open' END,
                           CASE place WHEN 3 THEN 'personalData' END, now() - interval '2 hours',
                           CASE place WHEN 3 THEN now() - interval '2 hours' END,
                           now() + CASE place WHEN 3 THEN interval '2 hours' ELSE interval '70 hours' END,
                           CASE place WHEN 3 THEN now() - interval '2 hours' END
                      FROM chosen RETURNING *),
          events AS (INSERT INTO case_events (id, case_id, kind, at, ground)
                     SELECT gen_random_uuid(), id, name, opened_at, CASE name WHEN 'hidden' THEN ground END
                       FROM cases, (VALUES ('opened'), ('hidden')) AS event (name)
                      WHERE name = 'opened' OR hidden_at IS NOT NULL),
          hidden AS (UPDATE posts SET hidden_at = cases.hidden_at, moderated_at = cases.hidden_at FROM cases
                      WHERE posts.id = cases.thing_id AND cases.hidden_at IS NOT NULL)
     INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note, created_at)
     SELECT gen_random_uuid(), cases.id, reporter.id, thing_id,
            CASE WHEN hidden_at IS NOT NULL THEN 'personalData' WHEN reporter.place = 1 THEN 'spam' ELSE 'abuse' END,
            CASE reporter.place WHEN 1 THEN '비슷한 글이 여러 번 올라왔어요.' ELSE '' END, opened_at
       FROM cases, LATERAL (SELECT accounts.id, row_number() OVER (ORDER BY md5(accounts.id::text)) AS place FROM accounts
                             WHERE accounts.id <> cases.author_id AND email NOT LIKE 'demo@%' LIMIT 2) AS reporter`,
  ],
  pins: [
    // The boards with the most posts.
    `INSERT INTO pins (user_id, building_id, position)
     SELECT accounts.id, busy.id, busy.place - 1 FROM accounts,
            (SELECT buildings.id, row_number() OVER (ORDER BY count(*) DESC, buildings.id) AS place
               FROM posts JOIN buildings ON buildings.id = building_id WHERE buildings.kind = 'building'
              GROUP BY buildings.id ORDER BY place LIMIT 3) AS busy
      WHERE email LIKE 'demo@%'`,
  ],
  notifications: [
    // Authors are notified of replies to their newest posts; notifications older than a day are read.
    `WITH told AS (SELECT gen_random_uuid() AS id, posts.author_id, posts.id AS post_id, count(*)::int AS things,
                          max(replies.created_at) AS at
                     FROM posts JOIN replies ON replies.post_id = posts.id AND replies.author_id <> posts.author_id
                    WHERE posts.created_at > now() - interval '30 days' AND posts.hidden_at IS NULL
                    GROUP BY posts.id),
          line AS (INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at, read_at)
                   SELECT id, author_id, 'answer', post_id, post_id, things, at,
                          CASE WHEN at < now() - interval '1 day' THEN now() END FROM told)
     INSERT INTO inbox_answers (line_id, reply_id)
     SELECT told.id, replies.id FROM told JOIN replies ON replies.post_id = told.post_id AND replies.author_id <> told.author_id`,
    // The demo accounts have an alert for a word in the newest posts of others.
    `INSERT INTO alerts (id, user_id, word, piece, patterns)
     SELECT gen_random_uuid(), id, '콘센트', '콘센', '{%콘센트%}' FROM accounts
      WHERE email LIKE 'demo@%' OR email = 'guest@example.com'`,
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, word, things, at)
     SELECT gen_random_uuid(), alerts.user_id, 'alert', posts.id, posts.id, word, 1, posts.created_at
       FROM alerts, LATERAL (SELECT posts.id, posts.created_at FROM post_texts JOIN posts ON posts.id = post_id
                              WHERE text LIKE ALL (patterns) AND author_id <> alerts.user_id AND hidden_at IS NULL
                              ORDER BY posts.created_at DESC LIMIT 2) AS posts`,
    `UPDATE bulletin_entries SET told_at = shown_at
      WHERE id IN (SELECT id FROM bulletin_entries WHERE kind = 'notice' AND state = 'shown' ORDER BY shown_at DESC LIMIT 2)`,
  ],
};

/**
 * Accepts the first answer written for a question, for two of three askers.
 * Replies that fit every question, such as "저도요", are not answers.
 */
async function acceptAnswers(transaction: Transaction): Promise<void> {
  const answers = content()
    .boardNotes.filter(({ boards }) => boards[0] === 'question')
    .map(({ title, replies }) => ({ title, body: replies.find(({ byAuthor }) => !byAuthor)?.text }));
  await transaction.change(
    `WITH answered AS (SELECT posts.id, replies.id AS reply_id,
                              row_number() OVER (ORDER BY posts.created_at DESC, posts.id) AS place
                         FROM jsonb_to_recordset($1::text::jsonb) AS answer (title text, body text)
                         JOIN posts ON posts.building_id = 'question' AND posts.title = answer.title
                         JOIN replies ON replies.post_id = posts.id AND replies.body = answer.body
                        WHERE parent_id IS NULL AND replies.author_id <> posts.author_id)
     UPDATE posts SET accepted_reply_id = reply_id FROM answered WHERE posts.id = answered.id AND place % 3 <> 0`,
    [JSON.stringify(answers)],
  );
}

interface PlantedPicture {
  post_id: string;
  author_id: string;
  position: number;
  path: string;
  width: number;
  height: number;
}

/** Adds one to four pictures of earlier posts of the board to every third post with a picture, with descriptions. */
async function plantPictures(transaction: Transaction, images: ImageStore): Promise<void> {
  const planted = await transaction.rows<PlantedPicture>(
    `WITH shown AS (SELECT id, building_id, author_id, image_path, image_width, image_height,
                           row_number() OVER (PARTITION BY building_id ORDER BY created_at DESC, id) AS place
                      FROM posts WHERE author_id IS NOT NULL AND image_path IS NOT NULL AND in_latest)
     SELECT post.id AS post_id, post.author_id, step AS position, other.image_path AS path,
            other.image_width AS width, other.image_height AS height
       FROM shown post, generate_series(1, 4) AS step, shown other
      WHERE post.place <= 30 AND post.place % 3 = 1 AND step <= 1 + post.place % 4
        AND other.building_id = post.building_id AND other.place = post.place + step
      ORDER BY post.id, step`,
  );
  for (const { post_id, author_id, position, path, width, height } of planted) {
    const id = uuidv7();
    for (const file of UPLOAD_FILES) {
      const bytes = await images.get(`${path}/${file}`);
      if (bytes) await images.put(`${uploadPath(author_id, id)}/${file}`, bytes);
    }
    await transaction.change(
      `WITH upload AS (INSERT INTO uploads (id, owner_id, post_id, width, height) VALUES ($1, $2, $3, $5, $6))
       INSERT INTO post_images (post_id, position, upload_id, width, height, description)
       VALUES ($3, $4, $1, $5, $6, '같은 건물의 다른 자리')`,
      [id, author_id, post_id, position, width, height],
    );
  }
  await transaction.change(
    `UPDATE posts SET picture_count = (SELECT count(*) FROM post_images WHERE post_id = posts.id)
      WHERE id = ANY ($1::uuid[])`,
    [[...new Set(planted.map(({ post_id }) => post_id))]],
  );
}

/** Adds the parts of the official edition to the demo world, each once. */
export async function plantOfficialDemo({ database, images }: PlantingDependencies): Promise<void> {
  for (const [part, statements] of Object.entries(PLANTINGS)) {
    await database.transaction(async (transaction) => {
      const added = await transaction.change(
        `INSERT INTO installation (key, value) VALUES ($1, 'planted') ON CONFLICT DO NOTHING`,
        [`demo ${part}`],
      );
      if (added === 0) return;
      for (const statement of statements) await transaction.change(statement);
      if (part === 'threads') await acceptAnswers(transaction);
      if (part === 'tickets') await plantTickets(transaction);
      if (part === 'pictures') await plantPictures(transaction, images);
    });
  }
}

/** Adds the operator screens to the notes of accounts that are operators now. */
export async function noteOperators(
  database: Database,
  accounts: readonly DemoAccount[],
): Promise<DemoAccount[]> {
  const operators = await database.rows<{ email: string }>(
    `SELECT email FROM accounts JOIN roles ON roles.user_id = accounts.id WHERE role = 'operator'`,
  );
  const emails = new Set(operators.map(({ email }) => email));
  return accounts.map((account) =>
    emails.has(account.email)
      ? { ...account, note: `${account.note}, operator: /operate and /moderate` }
      : account,
  );
}
