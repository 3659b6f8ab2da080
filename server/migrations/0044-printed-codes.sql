-- Signs with a code that hang on the campus, and what each is about. One that was replaced stays: its page says so.
CREATE TABLE printed_codes (
  code text PRIMARY KEY,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  amenity_id text REFERENCES amenities (id) ON DELETE SET NULL,
  spot text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  replaced_by text
);
CREATE INDEX printed_codes_building ON printed_codes (building_id);
CREATE INDEX printed_codes_amenity ON printed_codes (amenity_id);

-- Beside the voices of a day: those by code of a student at a place, under the pseudonym of that place, and when that count began,
-- to the minute.
ALTER TABLE voice_counts ADD COLUMN since timestamptz;
