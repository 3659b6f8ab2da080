import type { Executor } from '../../platform/database/database.ts';

export interface ExportedReply {
  document_id: string;
  post_id: string;
  /** The place of its post in the call, from 1. */
  place: number;
  number: number;
  author_document_id: string | null;
  nickname: string | null;
  body: string;
  parent_document_id: string | null;
  like_count: number;
  likers: string[];
  report_count: number;
  created_micros: number;
}

/** How many replies can be seen, those of hidden posts included. */
export async function countReplies(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*) AS count FROM replies WHERE hidden_at IS NULL',
  );
  return row?.count ?? 0;
}

/** Replies of the posts that can be seen, in the order of the posts and their numbers, a page after the given one. */
export function exportReplies(
  executor: Executor,
  postIds: readonly string[],
  after: Pick<ExportedReply, 'place' | 'number'> | undefined,
  limit: number,
): Promise<ExportedReply[]> {
  return executor.rows<ExportedReply>(
    `SELECT coalesce(replies.source_id, replies.id::text) AS document_id, replies.post_id, wanted.place::int,
            replies.number, coalesce(users.source_id, users.id::text) AS author_document_id, users.nickname,
            replies.body, coalesce(parents.source_id, parents.id::text) AS parent_document_id,
            replies.like_count, replies.report_count,
            replies.likers || ARRAY(SELECT coalesce(fan.source_id, fan.id::text)
                                      FROM reply_likes JOIN users fan ON fan.id = reply_likes.user_id
                                     WHERE reply_id = replies.id ORDER BY reply_likes.created_at, fan.id) AS likers,
            (extract(epoch FROM replies.created_at) * 1000000)::bigint AS created_micros
       FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (post_id, place)
       JOIN replies ON replies.post_id = wanted.post_id
       LEFT JOIN users ON users.id = replies.author_id
       LEFT JOIN replies parents ON parents.id = replies.parent_id AND parents.hidden_at IS NULL
      WHERE replies.hidden_at IS NULL AND (wanted.place, replies.number) > ($2::bigint, $3::int)
      ORDER BY wanted.place, replies.number LIMIT $4`,
    [postIds, after?.place ?? 0, after?.number ?? 0, limit],
  );
}
