-- What students say of places: how crowded and how quiet it is. Who said it is a pseudonym of the day and place, made with a key
-- that lies here until the day is over; the voices themselves go after 45 minutes. Unlogged: neither in the write-ahead log and
-- its archive nor in a backup.
CREATE UNLOGGED TABLE voice_day_keys (
  day date PRIMARY KEY,
  key bytea NOT NULL
);
-- How many voices a student gave today, wherever.
CREATE UNLOGGED TABLE voice_counts (
  day date NOT NULL,
  pseudonym bytea NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (day, pseudonym)
);
CREATE UNLOGGED TABLE place_voices (
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  pseudonym bytea NOT NULL,
  -- To the minute: so nothing leads from a line of the log here.
  said_at timestamptz NOT NULL,
  crowd text CHECK (crowd IN ('free', 'normal', 'crowded')),
  quiet boolean NOT NULL,
  by_code boolean NOT NULL DEFAULT false,
  PRIMARY KEY (building_id, pseudonym, said_at)
);
-- Voices of a day that are over, without anybody. They join the history when the day is over, all at once: its log must not tell
-- the minute of a voice.
CREATE UNLOGGED TABLE voice_tallies (
  day date NOT NULL,
  period smallint NOT NULL,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  free integer NOT NULL,
  normal integer NOT NULL,
  crowded integer NOT NULL,
  PRIMARY KEY (day, period, building_id)
);
CREATE INDEX voice_tallies_building ON voice_tallies (building_id);

-- How many said what at a weekday (1 is Monday) and class period, and what the operator says is usual then.
CREATE TABLE voice_history (
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  weekday smallint NOT NULL,
  period smallint NOT NULL,
  free integer NOT NULL DEFAULT 0,
  normal integer NOT NULL DEFAULT 0,
  crowded integer NOT NULL DEFAULT 0,
  planted text CHECK (planted IN ('free', 'normal', 'crowded')),
  PRIMARY KEY (building_id, weekday, period)
);

-- Places that the operator takes no voices of.
CREATE TABLE voice_mutes (
  building_id text PRIMARY KEY REFERENCES buildings (id) ON DELETE CASCADE
);
