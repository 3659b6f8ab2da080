import type { Reply } from '@madang/contract/replies/schema';
import type { ReplyRow } from './replies.queries.ts';

/** A reply as everybody who may read its post sees it [EN-05]. */
export function presentReply(row: ReplyRow): Reply {
  return {
    id: row.id,
    buildingId: row.building_id,
    postId: row.post_id,
    number: row.number,
    authorId: row.author_id,
    nickname: row.nickname,
    body: row.body,
    parentId: row.parent_id,
    likeCount: row.like_count,
    createdAt: row.created_at.toISOString(),
  };
}
