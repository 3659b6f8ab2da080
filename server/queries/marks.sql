SELECT ARRAY(SELECT post_id::text FROM likes WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS liked,
  ARRAY(SELECT post_id::text FROM scraps WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS scrapped;
