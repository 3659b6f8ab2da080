-- Who withdrew and when, by an id that leads nowhere any more: a restored backup must erase them again.
CREATE TABLE withdrawals (
  user_id uuid PRIMARY KEY,
  withdrawn_at timestamptz NOT NULL DEFAULT now()
);

-- How often something happened within one minute, in one process. Nothing here tells who did it. Kept 30 days.
CREATE TABLE analytics_events (
  kind text NOT NULL CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like')),
  -- Which screen was seen; null for all other kinds.
  screen text,
  at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  CHECK ((kind = 'screenView') = (screen IS NOT NULL))
);
CREATE INDEX analytics_events_at ON analytics_events (at);

-- The sums of each day of the campus, kept for ever.
CREATE TABLE analytics_days (
  day date NOT NULL,
  kind text NOT NULL,
  -- Empty for what is no screen.
  screen text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, kind, screen)
);
