-- A post has up to five pictures. The first stays in the post's own columns too, which a server of the version before reads
-- and writes: a post with `image_path` and without rows here has that one picture.
CREATE TABLE post_images (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  position integer NOT NULL,
  upload_id uuid NOT NULL CONSTRAINT post_images_upload_id_key UNIQUE REFERENCES uploads (id) ON DELETE CASCADE,
  width integer NOT NULL,
  height integer NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (post_id, position)
);

-- How many rows of `post_images` a post has, so that a card need not look there.
ALTER TABLE posts ADD COLUMN picture_count integer NOT NULL DEFAULT 0;

-- Several uploads belong to one post, also those that an edit took out of it.
ALTER TABLE uploads DROP CONSTRAINT uploads_post_id_key;
CREATE INDEX uploads_post_id ON uploads (post_id);
-- When an edit took it out: nobody sees it any more, its file goes with the last earlier version that names it.
ALTER TABLE uploads ADD COLUMN removed_at timestamptz;
CREATE INDEX uploads_removed_at ON uploads (removed_at) WHERE removed_at IS NOT NULL;

-- The uploads of an earlier version with what was said of each; null where a server of the version before stored it.
ALTER TABLE post_revisions ADD COLUMN pictures jsonb;
