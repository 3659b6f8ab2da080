WITH posts AS (UPDATE posts SET last_reply_number = last_reply_number + 1, reply_count = reply_count + 1
  WHERE id = $2 AND hidden_at IS NULL RETURNING id, building_id, last_reply_number),
  replies AS (INSERT INTO replies (id, post_id, number, author_id, body)
  SELECT $1, posts.id, posts.last_reply_number, $3, $4 FROM posts
  RETURNING id, post_id, number, author_id, body, parent_id, like_count, created_at)
  SELECT json_build_object('id', replies.id, 'buildingId', posts.building_id, 'postId', replies.post_id, 'number', replies.number, 'authorId', replies.author_id, 'nickname', users.nickname, 'body', replies.body, 'parentId', replies.parent_id, 'likeCount', replies.like_count, 'createdAt', to_char(replies.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'))::text AS json FROM replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id;
