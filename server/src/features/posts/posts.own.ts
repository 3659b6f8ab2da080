import type { OwnData } from '../accounts/index.ts';
import { uploadPath } from './uploads.actions.ts';

/**
 * What the user wrote, uploaded and marked, posts that the operator hid included: they are not shown any more, and still
 * stored. What the user deleted is gone from here too. Others' posts are named by their ids only.
 */
export const ownPosts: OwnData = {
  lists: {
    posts: `
      SELECT posts.created_at AS at, posts.id, posts.building_id AS "buildingId", posts.title, posts.body,
             posts.keywords, posts.image_path AS "imagePath", posts.image_width AS "imageWidth",
             posts.image_height AS "imageHeight", posts.like_count AS "likeCount",
             posts.reply_count AS "replyCount", posts.report_count AS "reportCount",
             posts.hidden_at AS "hiddenAt", posts.revision, posts.edited_at AS "editedAt",
             posts.accepted_reply_id AS "acceptedReplyId", hots.promoted_at AS "popularSince",
             posts.source_id AS "importedId"
        FROM posts LEFT JOIN hots ON hots.post_id = posts.id WHERE posts.author_id = $1 AND posts.deleted_at IS NULL`,
    uploads: `
      SELECT uploads.created_at AS at, uploads.id, uploads.post_id AS "postId", amenity_id AS "amenityId", uploads.width, uploads.height,
             position, description
        FROM uploads LEFT JOIN posts ON posts.id = uploads.post_id LEFT JOIN post_images ON upload_id = uploads.id
       WHERE owner_id = $1 AND deleted_at IS NULL AND removed_at IS NULL`,
    likes: `SELECT created_at AS at, post_id AS "postId", counted FROM likes WHERE user_id = $1`,
    importedLikes: `SELECT liked_at AS at, post_id AS "postId" FROM imported_likes WHERE user_id = $1`,
    scraps: `SELECT post_created_at AS at, post_id AS "postId", scrapped_at AS "scrappedAt" FROM scraps WHERE user_id = $1`,
    points: `
      SELECT created_at AS at, coalesce(post_id, about_post_id) AS "postId", kind, points
        FROM point_awards WHERE user_id = $1`,
  },
  async pictures(executor, userId) {
    const uploads = await executor.rows<{ id: string }>(
      `SELECT uploads.id FROM uploads LEFT JOIN posts ON posts.id = post_id
        WHERE owner_id = $1 AND deleted_at IS NULL AND removed_at IS NULL ORDER BY uploads.id`,
      [userId],
    );
    return uploads.map(({ id }) => ({ name: `${id}.webp`, key: `${uploadPath(userId, id)}/large.webp` }));
  },
};
