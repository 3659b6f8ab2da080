-- bulletin_entries is the one table of events and notices, also of those that the operator's command or an import wrote. Each of
-- the next three is empty while the entry is not shown; shown_at is when it was published.
ALTER TABLE bulletin_entries ADD COLUMN shown_at timestamptz;
-- When a notice came into the inboxes; empty for one of an import.
ALTER TABLE bulletin_entries ADD COLUMN told_at timestamptz;
-- The document's id, where it is not the row's.
ALTER TABLE bulletin_entries ADD COLUMN source_id text;
CREATE INDEX bulletin_entries_shown ON bulletin_entries (kind, shown_at, id) WHERE state = 'shown';
CREATE INDEX bulletin_entries_told ON bulletin_entries (told_at, id) WHERE told_at IS NOT NULL;

-- events and notices are read and written by a server of the version before alone. Until they go, all that follows keeps them equal
-- to what is shown of bulletin_entries. What one server writes there is an entry at once:
CREATE FUNCTION copy_to_bulletin_entries() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF TG_OP = 'DELETE' THEN
           UPDATE bulletin_entries
              SET state = CASE state WHEN 'shown' THEN 'withdrawn' ELSE state END, shown_at = NULL, told_at = NULL,
                  picture_mark = NULL, picture_upload = NULL, picture_width = NULL, picture_height = NULL, changed_at = now()
            WHERE id = OLD.id AND kind = TG_ARGV[0];
           RETURN NULL;
         END IF;
         INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark, shown_at, told_at, source_id, changed_at)
         VALUES (NEW.id, TG_ARGV[0], 'shown', NEW.title, NEW.body, CASE WHEN NEW.has_image THEN coalesce(NEW.image_mark, 'unmarked') END,
                 NEW.created_at, (to_jsonb(NEW) ->> 'told_at')::timestamptz, NEW.source_id, NEW.created_at)
         ON CONFLICT (id) DO UPDATE
            SET state = 'shown', title = excluded.title, body = excluded.body, picture_mark = excluded.picture_mark,
                shown_at = excluded.shown_at, told_at = excluded.told_at, source_id = excluded.source_id
          WHERE bulletin_entries.kind = excluded.kind;
         RETURN NULL;
       END$$;
CREATE TRIGGER events_copy AFTER INSERT OR UPDATE OR DELETE ON events
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_to_bulletin_entries('event');
CREATE TRIGGER notices_copy AFTER INSERT OR UPDATE OR DELETE ON notices
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_to_bulletin_entries('notice');

-- What the other writes is copied back at the commit: a server of the version before writes both tables in one transaction, and
-- finds the old one as it left it until then.
CREATE FUNCTION copy_from_bulletin_entries() RETURNS trigger LANGUAGE plpgsql
  AS $$DECLARE
         about uuid := coalesce(NEW.id, OLD.id);
         entry bulletin_entries;
       BEGIN
         SELECT * INTO entry FROM bulletin_entries WHERE id = about AND state = 'shown';
         IF coalesce(NEW.kind, OLD.kind) = 'event' THEN
           DELETE FROM events WHERE id = about AND entry.id IS NULL;
           INSERT INTO events (id, title, body, has_image, image_mark, created_at, source_id)
           SELECT about, entry.title, entry.body, entry.picture_mark IS NOT NULL, nullif(entry.picture_mark, 'unmarked'),
                  entry.shown_at, entry.source_id WHERE entry.id IS NOT NULL
           ON CONFLICT (id) DO UPDATE
              SET title = excluded.title, body = excluded.body, has_image = excluded.has_image, image_mark = excluded.image_mark,
                  created_at = excluded.created_at, source_id = excluded.source_id;
         ELSIF coalesce(NEW.kind, OLD.kind) = 'notice' THEN
           DELETE FROM notices WHERE id = about AND entry.id IS NULL;
           INSERT INTO notices (id, title, body, has_image, image_mark, created_at, told_at, source_id)
           SELECT about, entry.title, entry.body, entry.picture_mark IS NOT NULL, nullif(entry.picture_mark, 'unmarked'),
                  entry.shown_at, entry.told_at, entry.source_id WHERE entry.id IS NOT NULL
           ON CONFLICT (id) DO UPDATE
              SET title = excluded.title, body = excluded.body, has_image = excluded.has_image, image_mark = excluded.image_mark,
                  created_at = excluded.created_at, told_at = excluded.told_at, source_id = excluded.source_id;
         END IF;
         RETURN NULL;
       END$$;
CREATE CONSTRAINT TRIGGER bulletin_entries_copy AFTER INSERT OR UPDATE OR DELETE ON bulletin_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_from_bulletin_entries();

-- Everything that is there, once, and once more after the restore of an archive from before. A plan that says that it is shown where
-- nothing is was removed with the operator's command.
CREATE FUNCTION fill_bulletin_entries() RETURNS void LANGUAGE sql
  AS $$UPDATE bulletin_entries
          SET state = 'withdrawn', picture_mark = NULL, picture_upload = NULL, picture_width = NULL, picture_height = NULL
        WHERE state = 'shown' AND (kind = 'event' AND id NOT IN (SELECT id FROM events)
                                   OR kind = 'notice' AND id NOT IN (SELECT id FROM notices));
       UPDATE events SET title = title;
       UPDATE notices SET title = title$$;
SELECT fill_bulletin_entries();
