-- The posts of others whose new answers a student wants to hear of. Read by the post, in the order of the students.
CREATE TABLE follows (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX follows_post ON follows (post_id, user_id, created_at);

-- Whether a reply is its author's last one under its post: that is where the post stands among those that one replied to.
CREATE INDEX replies_author_post ON replies (author_id, post_id, created_at, id) WHERE hidden_at IS NULL;
-- And these in their order.
CREATE INDEX replies_author_order ON replies (author_id, created_at, id) INCLUDE (post_id) WHERE hidden_at IS NULL;
