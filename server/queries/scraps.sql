SELECT array_to_string((array_agg(one.json::text))[1 : 30], ',') AS items,
  string_agg(one.place, E'\n') AS places FROM (SELECT concat_ws(' ', (extract(epoch FROM scraps.post_created_at) * 1000000)::bigint, scraps.post_id) AS place, json_build_object('id', posts.id, 'buildingId', posts.building_id, 'buildingName', buildings.name, 'buildingCategory', buildings.category, 'nickname', CASE buildings.kind WHEN 'notice' THEN $1::text ELSE users.nickname END, 'title', posts.title, 'keywords', posts.keywords, 'thumbnail', '/images/' || posts.image_path || '/small.webp', 'likeCount', posts.like_count, 'replyCount', posts.reply_count, 'createdAt', to_char(posts.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'), 'preview', posts.preview) AS json
  FROM scraps JOIN posts ON posts.id = scraps.post_id JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id
  WHERE scraps.user_id = $2 AND posts.hidden_at IS NULL
  AND (scraps.post_created_at, scraps.post_id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
  ORDER BY scraps.post_created_at DESC, scraps.post_id DESC LIMIT 31) AS one;
