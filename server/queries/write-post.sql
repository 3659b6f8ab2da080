SELECT id, building_id, author_id, title, body, keywords, image_path
  FROM posts WHERE id = $1 AND hidden_at IS NULL;
SELECT writing_right, points FROM users WHERE id = $1 FOR NO KEY UPDATE;
SELECT id, name, category, info, kind FROM buildings WHERE id = $1;
INSERT INTO posts (id, building_id, author_id, title, body, keywords, image_path, image_width, image_height, in_latest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT ON CONSTRAINT posts_pkey DO NOTHING;
INSERT INTO post_keywords (scope, keyword, created_at, post_id)
  SELECT $2, keyword, posts.created_at, posts.id
  FROM posts, unnest($3::text[]) AS keyword WHERE posts.id = $1;
INSERT INTO point_awards (id, user_id, post_id, points) VALUES ($1, $2, $3, $4);
UPDATE users SET points = points + $2 WHERE id = $1 RETURNING points;
SELECT json_build_object('id', posts.id, 'buildingId', posts.building_id, 'buildingName', buildings.name, 'buildingCategory', buildings.category, 'nickname', CASE buildings.kind WHEN 'notice' THEN $1::text ELSE (SELECT users.nickname FROM users WHERE users.id = posts.author_id) END, 'title', posts.title, 'keywords', posts.keywords, 'thumbnail', '/images/' || posts.image_path || '/small.webp', 'likeCount', posts.like_count, 'replyCount', posts.reply_count, 'createdAt', to_char(posts.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'), 'authorId', posts.author_id, 'contents', CASE WHEN posts.image_path IS NULL THEN json_build_array(json_build_object('format', 'text', 'text', posts.body)) ELSE json_build_array(json_build_object('format', 'text', 'text', posts.body), json_build_object('format', 'image', 'image', '/images/' || posts.image_path || '/large.webp', 'width', posts.image_width, 'height', posts.image_height)) END)::text AS json FROM posts JOIN buildings ON buildings.id = posts.building_id WHERE posts.id = $2 AND posts.hidden_at IS NULL;
