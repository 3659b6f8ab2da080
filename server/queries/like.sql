WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
  added AS (INSERT INTO likes (user_id, post_id) SELECT $1, id FROM post
  ON CONFLICT DO NOTHING RETURNING post_id),
  counted AS (UPDATE posts SET like_count = posts.like_count + 1 FROM added
  WHERE posts.id = added.post_id RETURNING posts.id, posts.like_count, posts.in_latest),
  promoted AS (INSERT INTO hots (id, post_id) SELECT $3, id FROM counted
  WHERE like_count >= $4 AND in_latest
  ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, counted.id IS NOT NULL AS added
  FROM post LEFT JOIN counted USING (id);
