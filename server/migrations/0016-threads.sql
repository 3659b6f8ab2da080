-- Replies to replies, one level deep: `parent_id` is the top-level reply that a reply stands under, `answers_id` the one
-- that it answers.
ALTER TABLE replies ADD COLUMN answers_id uuid REFERENCES replies (id) ON DELETE SET NULL;
CREATE INDEX replies_answers_id ON replies (answers_id) WHERE answers_id IS NOT NULL;

-- One like a student. Likes of an import stand in `replies.likers`; `replies.like_count` counts both.
CREATE TABLE reply_likes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reply_id uuid NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, reply_id)
);
CREATE INDEX reply_likes_reply_id ON reply_likes (reply_id);

-- Which reply the asker accepted. No foreign key: replies refer to posts, and rows are backed up in the order in which
-- tables refer to each other.
ALTER TABLE posts ADD COLUMN accepted_reply_id uuid;
