-- A picture is noted before it is written, to be removed unless its row is there by then; a note that is due at once is
-- one whose row has gone.
ALTER TABLE image_removals ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
