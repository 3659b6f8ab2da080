SELECT array_to_string((array_agg(one.json::text))[1 : 30], ',') AS items,
  string_agg(one.place, E'\n') AS places FROM (SELECT concat_ws(' ', (extract(epoch FROM mark.created_at) * 1000000)::bigint, mark.post_id) AS place, json_build_object('id', posts.id, 'buildingId', posts.building_id, 'buildingName', buildings.name, 'buildingCategory', buildings.category, 'nickname', CASE buildings.kind WHEN 'notice' THEN $1::text ELSE users.nickname END, 'title', posts.title, 'keywords', posts.keywords, 'thumbnail', '/images/' || posts.image_path || '/small.webp', 'likeCount', posts.like_count, 'replyCount', posts.reply_count, 'createdAt', to_char(posts.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'), 'preview', posts.preview) AS json
  FROM post_keywords mark JOIN posts ON posts.id = mark.post_id JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id
  WHERE mark.scope = $2 AND mark.keyword = $3 AND posts.hidden_at IS NULL
  AND (mark.created_at, mark.post_id) < (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
  ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT 31) AS one;
