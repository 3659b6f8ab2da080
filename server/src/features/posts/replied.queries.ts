import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { readPage, type JsonPage } from '../../platform/database/json-rows.ts';
import { NEWEST, type PageEnd } from './cursor.ts';
import { CARD } from './json.queries.ts';

// A post stands where its last own reply does: that reply's id breaks ties, and ends a page.
export const REPLIED = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.replied_at) * 1000000)::bigint, posts.reply_id) AS place, ${CARD} AS json
            FROM (SELECT posts.*, own.created_at AS replied_at, own.id AS reply_id
                    FROM replies own,
                         LATERAL (SELECT * FROM posts WHERE posts.id = own.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
                   WHERE own.author_id = $2 AND own.hidden_at IS NULL
                     AND (own.created_at, own.id)
                       < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
                     AND (SELECT later.id FROM replies later
                           WHERE later.author_id = $2 AND later.post_id = own.post_id AND later.hidden_at IS NULL
                             AND (later.created_at, later.id) > (own.created_at, own.id) LIMIT 1) IS NULL
                     AND (SELECT blocks.id FROM blocks
                           WHERE blocks.user_id = $2 AND blocks.blocked_id = posts.author_id LIMIT 1) IS NULL
                   ORDER BY own.created_at DESC, own.id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.replied_at DESC, posts.reply_id DESC) AS one`;

/** The posts that a user replied to, the last own reply first; nothing of people whom they blocked [EV-06]. */
export function listReplied(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, REPLIED, [label, userId, createdMicros, id]);
}
