-- What cafeterias serve: of each cafeteria, an amenity, what is sold together on a day at one price.
CREATE TABLE meals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  amenity_id text NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
  day date NOT NULL,
  meal text NOT NULL CHECK (meal IN ('breakfast', 'lunch', 'dinner')),
  corner text NOT NULL,
  dish text NOT NULL,
  price integer,
  from_time text NOT NULL,
  to_time text NOT NULL,
  source text NOT NULL,
  -- As it was written, within its week.
  place integer NOT NULL,
  CONSTRAINT meals_once UNIQUE (amenity_id, day, meal, corner, dish)
);
CREATE INDEX meals_day ON meals (day);

-- Who says that a dish is sold out. They go when its meal is over.
CREATE TABLE meal_votes (
  meal_id uuid NOT NULL REFERENCES meals (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  said_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (meal_id, user_id)
);
CREATE INDEX meal_votes_user ON meal_votes (user_id);

-- A dish of the day that a keyword alert waits for: a line of its own, once a day of each alert. It leads to a building, and
-- to no post.
ALTER TABLE inbox_lines DROP CONSTRAINT inbox_lines_kind_check;
ALTER TABLE inbox_lines ADD CONSTRAINT inbox_lines_kind_check
  CHECK (kind IN ('answer', 'accepted', 'alert', 'case', 'sanction', 'report', 'dish')) NOT VALID;
ALTER TABLE inbox_lines ADD COLUMN building_id text REFERENCES buildings (id) ON DELETE CASCADE;
