-- The six digits beside a mailed link. A row stands for what one browser asked for: also for an address without an account,
-- so that tries are counted and end alike.
CREATE TABLE mailed_codes (
  -- The hash of what only that browser has: its session's secret, or its cookie of a reset.
  holder_hash bytea PRIMARY KEY,
  -- The link that the code stands for; none where no mail went out.
  token_id uuid REFERENCES tokens (id) ON DELETE CASCADE,
  -- Keyed, and written only when the mail goes out.
  hash bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailed_codes_token_id ON mailed_codes (token_id);
