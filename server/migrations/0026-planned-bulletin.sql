-- What operators write on the web: planned, shown until an end, or over. While it is shown its text stands in the event,
-- notice or post of the same id; before and after that it stands here alone.
CREATE TABLE bulletin_entries (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('event', 'notice', 'facility-notice')),
  state text NOT NULL CHECK (state IN ('planned', 'shown', 'ended', 'withdrawn')),
  title text NOT NULL,
  body text NOT NULL,
  -- What its picture is known by, and of which upload it was made: the same call sent again makes it once.
  picture_mark text,
  picture_upload uuid,
  picture_width integer,
  picture_height integer,
  -- When it is to be shown; empty for at once.
  begins_at timestamptz,
  ends_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bulletin_entries_newest ON bulletin_entries (kind, changed_at);

-- Notices have a picture as events have.
ALTER TABLE notices ADD COLUMN has_image boolean NOT NULL DEFAULT false;
ALTER TABLE notices ADD COLUMN image_mark text;
