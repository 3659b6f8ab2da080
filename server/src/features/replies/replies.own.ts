import type { OwnData } from '../accounts/index.ts';

/** The user's replies, those that the operator hid included, and those of others that an import says they liked, by id. */
export const ownReplies: OwnData = {
  lists: {
    replies: `
      SELECT created_at AS at, id, post_id AS "postId", number, body, parent_id AS "parentId", answers_id AS "answersId",
             like_count AS "likeCount", report_count AS "reportCount", hidden_at AS "hiddenAt", revision, edited_at AS "editedAt",
             source_id AS "importedId"
        FROM replies WHERE author_id = $1 AND deleted_at IS NULL`,
    likedReplies: `
      SELECT replies.created_at AS at, replies.id AS "replyId", replies.post_id AS "postId"
        FROM users JOIN replies ON likers @> ARRAY[coalesce(users.source_id, users.id::text)]
       WHERE users.id = $1 AND likers <> '{""}'`,
  },
  officialLists: {
    replyLikes: `SELECT created_at AS at, reply_id AS "replyId" FROM reply_likes WHERE user_id = $1`,
  },
};
