-- Notifications on a sleeping phone. A browser that is notified belongs to the session that made its subscription, and ends with it.
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL CONSTRAINT push_devices_session_id_key UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  endpoint text NOT NULL CONSTRAINT push_devices_endpoint_key UNIQUE,
  -- What a push is encrypted for, in base64url: the browser's public key and its secret.
  p256dh text NOT NULL,
  auth text NOT NULL,
  system text NOT NULL,
  browser text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- When the app was started on it last.
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_devices_user_id ON push_devices (user_id, used_at);
CREATE INDEX push_devices_used_at ON push_devices (used_at);

-- What a student wants to be pushed, and how many they got. Anyone who has a device has a row; it is locked where it is decided
-- about their pushes.
CREATE TABLE push_settings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  off_kinds text[] NOT NULL DEFAULT '{}',
  budget integer NOT NULL DEFAULT 6,
  -- Hours of the campus; both empty: at any hour.
  quiet_from integer DEFAULT 22,
  quiet_to integer DEFAULT 8,
  texts boolean NOT NULL DEFAULT false,
  -- So many were pushed on this day of the campus.
  day date,
  pushed integer NOT NULL DEFAULT 0,
  -- So many were sent since one was opened, or since these settings were saved.
  unopened integer NOT NULL DEFAULT 0
);

-- What a student is to be pushed: one row about one thing, however often it comes. Nothing of a text lies here.
CREATE TABLE pushes (
  user_id uuid NOT NULL REFERENCES push_settings (user_id) ON DELETE CASCADE,
  kind text NOT NULL,
  about_id uuid NOT NULL,
  -- When it is decided about it; empty once it was.
  due_at timestamptz,
  -- The push that says it, which may say others too; empty once that was opened.
  push_id uuid,
  pushed_at timestamptz,
  -- When the first device was sent that push.
  sent_at timestamptz,
  PRIMARY KEY (user_id, kind, about_id)
);
CREATE INDEX pushes_due_at ON pushes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX pushes_push_id ON pushes (push_id) WHERE push_id IS NOT NULL;

-- A push on its way to one device.
CREATE TABLE push_deliveries (
  push_id uuid NOT NULL,
  device_id uuid NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  -- Of the push service: one that fails delays no other.
  host text NOT NULL,
  made_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (push_id, device_id)
);
CREATE INDEX push_deliveries_device_id ON push_deliveries (device_id);
-- Those of a host that fails are passed over at one step.
CREATE INDEX push_deliveries_host ON push_deliveries (host, next_at);

-- Which process sends, and until when: one row.
CREATE TABLE push_sender (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);

-- Whatever makes a line of an inbox, or lets an unread one tell of more, pushes it: a server of the version before, a job, the
-- operator's command. A thread that was just pushed waits for ten minutes.
CREATE FUNCTION push_inbox_line() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF NEW.at IS NOT DISTINCT FROM OLD.at THEN RETURN NULL; END IF;
         INSERT INTO pushes (user_id, kind, about_id, due_at)
         SELECT user_id, NEW.kind, NEW.about_id, NEW.at FROM push_settings
          WHERE user_id = NEW.user_id AND EXISTS (SELECT FROM push_devices WHERE user_id = NEW.user_id)
         ON CONFLICT (user_id, kind, about_id) DO UPDATE
            SET due_at = greatest(excluded.due_at, CASE pushes.kind WHEN 'answer' THEN pushes.pushed_at + interval '10 minutes' END)
          WHERE pushes.due_at IS NULL;
         RETURN NULL;
       END$$;
CREATE TRIGGER inbox_lines_push AFTER INSERT OR UPDATE OF at ON inbox_lines
  FOR EACH ROW WHEN (NEW.read_at IS NULL) EXECUTE FUNCTION push_inbox_line();

-- A notice has no lines: a job walks the students who have a device.
CREATE FUNCTION push_notice() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF NEW.told_at IS DISTINCT FROM OLD.told_at AND EXISTS (SELECT FROM push_devices) THEN
           INSERT INTO jobs (id, kind, key, due_at) VALUES (gen_random_uuid(), 'pushNotice', NEW.id::text, now())
           ON CONFLICT (kind, key) DO NOTHING;
         END IF;
         RETURN NULL;
       END$$;
CREATE TRIGGER bulletin_entries_push AFTER INSERT OR UPDATE OF told_at ON bulletin_entries
  FOR EACH ROW WHEN (NEW.kind = 'notice' AND NEW.told_at IS NOT NULL) EXECUTE FUNCTION push_notice();

-- How many pushes were made, sent, opened and refused: a day's counts by kind, without people.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check
  CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like', 'scrap', 'search', 'unfound', 'person', 'mail', 'error',
                  'lineMade', 'lineOpened', 'pushMade', 'pushSent', 'pushOpened', 'pushRefused'));
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_check
  CHECK ((kind IN ('screenView', 'lineMade', 'lineOpened', 'pushMade', 'pushSent', 'pushOpened', 'pushRefused')) = (screen IS NOT NULL));
