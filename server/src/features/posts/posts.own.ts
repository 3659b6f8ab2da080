import type { OwnData } from '../accounts/index.ts';
import { uploadPath } from './uploads.actions.ts';

/**
 * What the user wrote, uploaded and marked, hidden posts included: they are not shown any more, and still
 * stored. Others' posts are named by their ids only.
 */
export const ownPosts: OwnData = {
  lists: {
    posts: `
      SELECT posts.created_at AS at, posts.id, posts.building_id AS "buildingId", posts.title, posts.body,
             posts.keywords, posts.image_path AS "imagePath", posts.image_width AS "imageWidth",
             posts.image_height AS "imageHeight", posts.like_count AS "likeCount",
             posts.reply_count AS "replyCount", posts.report_count AS "reportCount",
             posts.hidden_at AS "hiddenAt", hots.promoted_at AS "popularSince",
             posts.source_id AS "importedId"
        FROM posts LEFT JOIN hots ON hots.post_id = posts.id WHERE posts.author_id = $1`,
    uploads: `
      SELECT created_at AS at, id, post_id AS "postId", width, height FROM uploads WHERE owner_id = $1`,
    likes: `SELECT created_at AS at, post_id AS "postId" FROM likes WHERE user_id = $1`,
    importedLikes: `SELECT liked_at AS at, post_id AS "postId" FROM imported_likes WHERE user_id = $1`,
    scraps: `SELECT post_created_at AS at, post_id AS "postId" FROM scraps WHERE user_id = $1`,
    points: `SELECT created_at AS at, post_id AS "postId", points FROM point_awards WHERE user_id = $1`,
  },
  async pictures(executor, userId) {
    const uploads = await executor.rows<{ id: string }>(
      'SELECT id FROM uploads WHERE owner_id = $1 ORDER BY id',
      [userId],
    );
    return uploads.map(({ id }) => ({ name: `${id}.webp`, key: `${uploadPath(userId, id)}/large.webp` }));
  },
};
