-- What students look for in a building, in the words of amenities.tsv; what is not known is empty.
CREATE TABLE amenities (
  id text PRIMARY KEY,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  kind text NOT NULL,
  floor text NOT NULL,
  spot text NOT NULL,
  hours text NOT NULL,
  step_free text NOT NULL,
  source text NOT NULL,
  confirmed_on text NOT NULL,
  gone_on text NOT NULL,
  -- The row as the file said it last time: only what a file says otherwise than before is a change of the operator's.
  imported jsonb NOT NULL
);
CREATE INDEX amenities_building ON amenities (building_id);

-- When buildings are open: always (both days empty), and from one day to another.
CREATE TABLE opening_hours (
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  from_day text NOT NULL,
  to_day text NOT NULL,
  hours text NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (building_id, from_day)
);
