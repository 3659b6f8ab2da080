-- The buildings that a student pinned to home, in their order; a pin goes with either of the two.
CREATE TABLE pins (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 4),
  PRIMARY KEY (user_id, position),
  CONSTRAINT pins_once UNIQUE (user_id, building_id)
);
