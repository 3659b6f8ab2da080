-- Whose posts and replies a student does not want to see. Nobody but the student knows; it goes with either of the two.
CREATE TABLE blocks (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As it stood on the screen then: the list must not follow the person's later names.
  nickname text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT blocks_once UNIQUE (user_id, blocked_id),
  CHECK (user_id <> blocked_id)
);
CREATE INDEX blocks_blocked_id ON blocks (blocked_id);
