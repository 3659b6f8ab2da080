-- Where to go now for each place keyword, found again every five minutes: nothing of anybody, and nothing that is missed after a
-- crash. Unlogged: neither in the write-ahead log and its archive nor in a backup.
CREATE UNLOGGED TABLE places_now (
  keyword text NOT NULL,
  -- The best one is 1.
  rank smallint NOT NULL,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  reason jsonb NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (keyword, rank)
);
