SELECT page.* FROM posts, LATERAL (SELECT array_to_string((array_agg(one.json::text))[1 : 200], ',') AS items,
  string_agg(one.place, E'\n') AS places FROM (SELECT replies.number::text AS place, json_build_object('id', replies.id, 'buildingId', posts.building_id, 'postId', replies.post_id, 'number', replies.number, 'authorId', replies.author_id, 'nickname', users.nickname, 'body', replies.body, 'parentId', replies.parent_id, 'likeCount', replies.like_count, 'createdAt', to_char(replies.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')) AS json 
  FROM replies LEFT JOIN users ON users.id = replies.author_id
  WHERE replies.post_id = posts.id AND replies.number > $2 AND replies.hidden_at IS NULL
  ORDER BY replies.number LIMIT $3) AS one) AS page WHERE posts.id = $1 AND posts.hidden_at IS NULL;
