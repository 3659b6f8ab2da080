-- What students say of them: whether it is there. They count for a month, then they go.
CREATE TABLE amenity_voices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  amenity_id text NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
  there boolean NOT NULL,
  said_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, amenity_id)
);
CREATE INDEX amenity_voices_amenity ON amenity_voices (amenity_id);

-- Both days of an amenity as they were before students changed them; null where they did not, or that was undone.
ALTER TABLE amenities ADD COLUMN before_students jsonb;
