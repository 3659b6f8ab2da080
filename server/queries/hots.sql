SELECT array_to_string((array_agg(one.json::text))[1 : 30], ',') AS items,
  string_agg(one.place, E'\n') AS places FROM (SELECT concat_ws(' ', (extract(epoch FROM hots.promoted_at) * 1000000)::bigint, hots.id) AS place, json_build_object('id', hots.id, 'postId', posts.id, 'buildingId', posts.building_id, 'buildingName', buildings.name, 'nickname', users.nickname, 'title', posts.title, 'content', posts.preview, 'keywords', posts.keywords, 'likeCount', posts.like_count, 'replyCount', posts.reply_count, 'createdAt', to_char(hots.promoted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')) AS json FROM hots JOIN posts ON posts.id = hots.post_id JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id
  WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
  AND (hots.promoted_at, hots.id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
  ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT 31) AS one;
