WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
  removed AS (DELETE FROM likes WHERE user_id = $1 AND post_id = $2 AND EXISTS (SELECT FROM post)
  RETURNING post_id),
  counted AS (UPDATE posts SET like_count = posts.like_count - 1 FROM removed
  WHERE posts.id = removed.post_id RETURNING posts.id, posts.like_count)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, false AS added
  FROM post LEFT JOIN counted USING (id);
