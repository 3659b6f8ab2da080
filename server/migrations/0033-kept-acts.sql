-- What counts against abuse and survives a withdrawal, for ninety days: by the keyed hash of a verified mailbox, or of the
-- source that reports are counted by.
CREATE TABLE kept_acts (
  id uuid PRIMARY KEY,
  subject bytea NOT NULL,
  -- Who has the mailbox now.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('account', 'post', 'reply', 'hidAlone', 'overturned')),
  -- Of `account`: the account that withdrew, whose limits go on; an id that leads nowhere any more.
  former_id uuid,
  -- Of `post` and `reply`: how many it wrote in its first day.
  count integer NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'account') = (former_id IS NOT NULL))
);
CREATE INDEX kept_acts_subject ON kept_acts (subject);
CREATE INDEX kept_acts_user_id ON kept_acts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX kept_acts_at ON kept_acts (at);
