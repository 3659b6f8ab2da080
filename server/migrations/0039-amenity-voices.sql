-- What students say of them: whether it is there. They count for a month, then they go.
CREATE TABLE amenity_voices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  amenity_id text NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
  there boolean NOT NULL,
  said_at timestamptz NOT NULL DEFAULT now(),
  -- It changed the list, or stood there when others did, and does not count for the next change.
  spent boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, amenity_id)
);
CREATE INDEX amenity_voices_amenity ON amenity_voices (amenity_id);

-- The voice that a picture belongs to: without the voice, whatever took it away, it is one that nothing took.
ALTER TABLE uploads ADD COLUMN amenity_id text;
ALTER TABLE uploads ADD CONSTRAINT uploads_voice_fkey FOREIGN KEY (owner_id, amenity_id)
  REFERENCES amenity_voices (user_id, amenity_id) ON DELETE SET NULL (amenity_id);
CREATE INDEX uploads_voice ON uploads (owner_id, amenity_id) WHERE amenity_id IS NOT NULL;

-- Both days of an amenity as they were before students changed them; null where they did not, or that was undone.
ALTER TABLE amenities ADD COLUMN before_students jsonb;
