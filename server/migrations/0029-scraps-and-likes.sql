-- When a post was scrapped. Null where a server of the version before wrote it, or an import: then the post's time.
ALTER TABLE scraps ADD COLUMN scrapped_at timestamptz;
CREATE INDEX scraps_order ON scraps (user_id, coalesce(scrapped_at, post_created_at), post_id);

-- Whether a like counts towards the popular list, decided when it was given. Null where nobody decided it.
ALTER TABLE likes ADD COLUMN counted boolean;

-- How many such likes an entry must keep in its first hour. Null where an operator or an earlier rule put it there.
ALTER TABLE hots ADD COLUMN least_likes integer;
