SELECT array_to_string((array_agg(one.json::text))[1 : 30], ',') AS items,
  string_agg(one.place, E'\n') AS places FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id) AS place, json_build_object('id', posts.id, 'buildingId', posts.building_id, 'buildingName', buildings.name, 'buildingCategory', buildings.category, 'nickname', CASE buildings.kind WHEN 'notice' THEN $1::text ELSE users.nickname END, 'title', posts.title, 'keywords', posts.keywords, 'thumbnail', '/images/' || posts.image_path || '/small.webp', 'likeCount', posts.like_count, 'replyCount', posts.reply_count, 'createdAt', to_char(posts.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'), 'preview', posts.preview) AS json
  FROM (SELECT * FROM posts WHERE author_id = $2 AND hidden_at IS NULL
  AND (created_at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
  ORDER BY created_at DESC, id DESC LIMIT 31) AS posts JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id
  ORDER BY posts.created_at DESC, posts.id DESC) AS one;
