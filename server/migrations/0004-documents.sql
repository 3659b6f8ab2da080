-- What an imported document was called where it came from; null for what was written here. The row's own id is
-- derived from it, so that a reference resolves without a table of both, and export gives the document its
-- own id back.
ALTER TABLE users ADD COLUMN source_id text;
ALTER TABLE posts ADD COLUMN source_id text;
ALTER TABLE replies ADD COLUMN source_id text;
ALTER TABLE events ADD COLUMN source_id text;
ALTER TABLE notices ADD COLUMN source_id text;
ALTER TABLE hots ADD COLUMN source_id text;
CREATE UNIQUE INDEX users_source_id ON users (source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX posts_source_id ON posts (source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX replies_source_id ON replies (post_id, source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX events_source_id ON events (source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX notices_source_id ON notices (source_id) WHERE source_id IS NOT NULL;
CREATE UNIQUE INDEX hots_source_id ON hots (source_id) WHERE source_id IS NOT NULL;

-- The document's replyLiker as it stands, its placeholder entry included; nobody can like a reply here yet.
ALTER TABLE replies ADD COLUMN likers text[] NOT NULL DEFAULT '{""}';
CREATE INDEX replies_likers ON replies USING gin (likers) WHERE likers <> '{""}';

-- Likes stand with the student in the documents, and students come before posts: each waits here for its
-- post and is then counted exactly once, however often an import is cut off and run again.
CREATE TABLE imported_likes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id uuid NOT NULL,
  liked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, post_id)
);
