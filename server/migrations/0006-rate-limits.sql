-- How often something was done in the current window. The key is a hash: neither address nor account can be
-- read from it, and rows go with their window, a day at the longest.
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);
