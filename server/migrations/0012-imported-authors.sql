-- Posts and replies of an import whose author is not there yet: each waits here for the student, who may come with a
-- later import. The id leads nowhere until then.
CREATE TABLE imported_post_authors (
  post_id uuid PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  author_id uuid NOT NULL
);
CREATE INDEX imported_post_authors_author ON imported_post_authors (author_id);
CREATE TABLE imported_reply_authors (
  reply_id uuid PRIMARY KEY REFERENCES replies (id) ON DELETE CASCADE,
  author_id uuid NOT NULL
);
CREATE INDEX imported_reply_authors_author ON imported_reply_authors (author_id);
