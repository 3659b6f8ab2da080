-- What students ask and do not find. Who asked is a pseudonym of the day, made with a key that lies here until the day is
-- over; then only how many they were stays, and only of what five asked for. Unlogged: neither in the write-ahead log and its
-- archive nor in a backup.
CREATE UNLOGGED TABLE search_day_keys (
  day date PRIMARY KEY,
  key bytea NOT NULL
);
CREATE UNLOGGED TABLE search_misses (
  day date NOT NULL,
  term text NOT NULL,
  pseudonym bytea NOT NULL,
  PRIMARY KEY (day, term, pseudonym)
);
CREATE TABLE unfound_terms (
  day date NOT NULL,
  term text NOT NULL,
  students integer NOT NULL,
  PRIMARY KEY (day, term)
);

-- Searches are counted as everything else is, and those without a result.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check
  CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like', 'search', 'unfound'));
