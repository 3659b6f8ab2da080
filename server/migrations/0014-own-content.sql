-- Users edit and delete what they wrote. `hidden_at` stays what decides whether something can be seen, so that every list
-- and index, and a server of the version before, goes on as it is; `deleted_at` says that its author took it away.
-- `moderated_at` is when the operator hid it, and is looked at only where it was deleted too.
ALTER TABLE posts ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE posts ADD COLUMN edited_at timestamptz;
ALTER TABLE posts ADD COLUMN deleted_at timestamptz;
ALTER TABLE posts ADD COLUMN moderated_at timestamptz;
ALTER TABLE posts ADD COLUMN purged_at timestamptz;
-- The number of the last edit of one of its replies: what open pages have not seen yet is asked for by it.
ALTER TABLE posts ADD COLUMN last_reply_edit integer NOT NULL DEFAULT 0;
CREATE INDEX posts_deleted ON posts (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;

ALTER TABLE replies ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE replies ADD COLUMN edited_at timestamptz;
ALTER TABLE replies ADD COLUMN deleted_at timestamptz;
ALTER TABLE replies ADD COLUMN moderated_at timestamptz;
ALTER TABLE replies ADD COLUMN purged_at timestamptz;
-- Which edit among all of its post's replies the last one of this reply was; 0 where there was none.
ALTER TABLE replies ADD COLUMN edit_number integer NOT NULL DEFAULT 0;
CREATE INDEX replies_deleted ON replies (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX replies_edited ON replies (post_id, edit_number) WHERE edit_number > 0;

-- Earlier versions, 90 days long, for moderators only.
CREATE TABLE post_revisions (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  revision integer NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  keywords text[] NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, revision)
);
CREATE INDEX post_revisions_replaced_at ON post_revisions (replaced_at);

CREATE TABLE reply_revisions (
  reply_id uuid NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
  revision integer NOT NULL,
  body text NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (reply_id, revision)
);
CREATE INDEX reply_revisions_replaced_at ON reply_revisions (replaced_at);

-- The ledger: an award stays as it is; what takes it back is a row of its own, of another kind and about the same post.
ALTER TABLE point_awards ADD COLUMN kind text NOT NULL DEFAULT 'award';
ALTER TABLE point_awards ADD COLUMN about_post_id uuid REFERENCES posts (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX point_awards_reversal ON point_awards (about_post_id, kind) WHERE about_post_id IS NOT NULL;
