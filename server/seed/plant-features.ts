import type { Feature } from '@madang/contract/campus/rules';
import type { Database } from '../src/platform/database/database.ts';

/** So many of the newest posts show what a feature brings: what a newcomer opens first. */
const NEWEST = 150;

/** What each feature adds to the demo world, so that it is seen at first sight [ED-03]. Each statement finds the same rows. */
const PLANTINGS: Partial<Record<Feature, readonly string[]>> = {
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
    // The second, fifth and eighth reply answers the one before it, where somebody else wrote that.
    `UPDATE replies SET parent_id = before.id, answers_id = before.id FROM replies before
      WHERE before.post_id = replies.post_id AND before.number = replies.number - 1 AND replies.number % 3 = 2
        AND replies.author_id <> before.author_id`,
    // The third one goes on from there.
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
    // Two of three askers accepted the first answer of somebody else.
    `WITH answered AS (SELECT DISTINCT ON (posts.id) posts.id, replies.id AS reply_id,
                              dense_rank() OVER (ORDER BY posts.created_at DESC, posts.id) AS place
                         FROM posts JOIN replies ON replies.post_id = posts.id
                        WHERE building_id = 'question' AND parent_id IS NULL AND replies.author_id <> posts.author_id
                        ORDER BY posts.id, replies.number)
     UPDATE posts SET accepted_reply_id = reply_id FROM answered WHERE posts.id = answered.id AND place % 3 <> 0`,
  ],
};

/** Adds to the planted demo world what the lit features bring, each once. */
export async function plantFeatures(database: Database, features: readonly Feature[]): Promise<void> {
  for (const feature of features) {
    await database.transaction(async (transaction) => {
      const added = await transaction.change(
        `INSERT INTO installation (key, value) VALUES ($1, 'planted') ON CONFLICT DO NOTHING`,
        [`demo ${feature}`],
      );
      if (added === 0) return;
      for (const statement of PLANTINGS[feature] ?? []) await transaction.change(statement);
    });
  }
}
