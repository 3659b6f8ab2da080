-- What finds a student. A line is about one thing: the answers to a thread, an own reply that was accepted, a new post that
-- holds a word, a case. `things` says how much of that can be seen now: a line with none is not shown, and comes back as it was.
CREATE TABLE inbox_lines (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('answer', 'accepted', 'alert', 'case')),
  -- The post, the accepted reply or the case: of one kind there is one unread line about it.
  about_id uuid NOT NULL,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- Of an alert: its word as the student typed it.
  word text,
  things integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE UNIQUE INDEX inbox_lines_unread ON inbox_lines (user_id, kind, about_id) INCLUDE (things) WHERE read_at IS NULL;
CREATE UNIQUE INDEX inbox_lines_once ON inbox_lines (user_id, kind, about_id) WHERE kind IN ('accepted', 'alert');
CREATE INDEX inbox_lines_newest ON inbox_lines (user_id, at, id);
CREATE INDEX inbox_lines_post_id ON inbox_lines (post_id);
CREATE INDEX inbox_lines_old ON inbox_lines (at);

-- The replies that a line of answers tells of.
CREATE TABLE inbox_answers (
  line_id uuid NOT NULL REFERENCES inbox_lines (id) ON DELETE CASCADE,
  reply_id uuid NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
  PRIMARY KEY (line_id, reply_id)
);
CREATE INDEX inbox_answers_reply_id ON inbox_answers (reply_id);

-- What a student wants to be told of; who has no row wants everything. Notices have no lines: they are read up to a time.
CREATE TABLE inboxes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  told boolean NOT NULL DEFAULT true,
  -- The kinds that are off.
  off_kinds text[] NOT NULL DEFAULT '{}',
  notices_read_at timestamptz
);

CREATE TABLE inbox_mutes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  muted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX inbox_mutes_post_id ON inbox_mutes (post_id);

-- A word that a student waits for. It is found by two letters of it, and compared as search does. It tells of what is written
-- `since` it was added, or resumed.
CREATE TABLE alerts (
  id uuid CONSTRAINT alerts_pkey PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  word text NOT NULL,
  piece text COLLATE "C" NOT NULL,
  -- For LIKE: a text must match all of them.
  patterns text[] COLLATE "C" NOT NULL,
  building_id text REFERENCES buildings (id) ON DELETE CASCADE,
  paused_at timestamptz,
  since timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX alerts_once ON alerts (user_id, patterns, coalesce(building_id, ''));
-- Each different word of a piece is read once, however many wait for it; then who waits for it, in the order of their ids.
CREATE INDEX alerts_waiting ON alerts (piece, patterns, user_id) INCLUDE (word, building_id, since) WHERE paused_at IS NULL;
CREATE INDEX alerts_building_id ON alerts (building_id);

-- When a notice came into the inboxes. Null for those from before, of an import, or of a server of the version before.
ALTER TABLE notices ADD COLUMN told_at timestamptz;
CREATE INDEX notices_told ON notices (told_at, id) WHERE told_at IS NOT NULL;

-- How much of what a line is about its student can see: nothing that is hidden, and nothing of whom they blocked.
CREATE FUNCTION count_inbox_things(line inbox_lines) RETURNS integer LANGUAGE sql STABLE
  AS $$SELECT CASE line.kind
         WHEN 'answer' THEN (SELECT count(*)::int FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
                              WHERE line_id = line.id AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL
                                AND NOT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = replies.author_id))
         WHEN 'accepted' THEN (SELECT count(*)::int FROM replies
                                WHERE replies.id = line.about_id AND posts.accepted_reply_id = line.about_id
                                  AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL AND NOT blocked)
         WHEN 'alert' THEN (posts.hidden_at IS NULL AND NOT blocked)::int
         -- Of what its author deleted no case is told.
         ELSE (SELECT count(*)::int FROM cases LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
                WHERE cases.id = line.about_id AND posts.deleted_at IS NULL
                  AND (cases.kind = 'post' OR replies.id IS NOT NULL AND replies.deleted_at IS NULL)) END
       FROM posts, LATERAL (SELECT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = posts.author_id) AS blocked) AS writer
      WHERE posts.id = line.post_id$$;

-- Counts lines anew, in one order for everybody, and tells the processes whose students look.
CREATE FUNCTION recount_inbox_lines(wanted uuid[], signal text) RETURNS void LANGUAGE plpgsql
  AS $$BEGIN
         IF cardinality(wanted) = 0 THEN RETURN; END IF;
         PERFORM FROM inbox_lines WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
         UPDATE inbox_lines SET things = count_inbox_things(inbox_lines) WHERE id = ANY (wanted);
         PERFORM pg_notify('madang_live', 'database ' || signal);
       END$$;

-- No line outlives what it tells of, whoever hides, deletes, shows or restores that: the web, the operator's command, a server
-- of the version before.
CREATE FUNCTION recount_inbox_of_post() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF NEW.purged_at IS NOT NULL AND OLD.purged_at IS NULL THEN DELETE FROM inbox_lines WHERE post_id = NEW.id; END IF;
         PERFORM recount_inbox_lines(ARRAY(SELECT id FROM inbox_lines WHERE post_id = NEW.id), 'inbox-post ' || NEW.id);
         RETURN NULL;
       END$$;
CREATE TRIGGER posts_recount_inbox AFTER UPDATE OF hidden_at, deleted_at, purged_at, accepted_reply_id ON posts
  FOR EACH ROW WHEN ((OLD.hidden_at IS NULL, OLD.deleted_at IS NULL, OLD.purged_at IS NULL, OLD.accepted_reply_id)
                     IS DISTINCT FROM (NEW.hidden_at IS NULL, NEW.deleted_at IS NULL, NEW.purged_at IS NULL, NEW.accepted_reply_id))
  EXECUTE FUNCTION recount_inbox_of_post();
CREATE FUNCTION recount_inbox_of_reply() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         PERFORM recount_inbox_lines(ARRAY(
           SELECT line_id FROM inbox_answers WHERE reply_id = NEW.id
           UNION SELECT id FROM inbox_lines WHERE post_id = NEW.post_id AND kind = 'accepted' AND about_id = NEW.id
           UNION SELECT inbox_lines.id FROM cases JOIN inbox_lines ON inbox_lines.about_id = cases.id AND inbox_lines.kind = 'case'
                  WHERE cases.thing_id = NEW.id AND inbox_lines.post_id = NEW.post_id), 'inbox-post ' || NEW.post_id);
         RETURN NULL;
       END$$;
CREATE TRIGGER replies_recount_inbox AFTER UPDATE OF hidden_at, deleted_at ON replies
  FOR EACH ROW WHEN ((OLD.hidden_at IS NULL, OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.hidden_at IS NULL, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION recount_inbox_of_reply();

-- What somebody wrote whom a student blocks is gone from their inbox, and is back when they are not blocked any more.
CREATE FUNCTION recount_inbox_of_block() RETURNS trigger LANGUAGE plpgsql
  AS $$DECLARE
         reader uuid := coalesce(NEW.user_id, OLD.user_id);
         writer uuid := coalesce(NEW.blocked_id, OLD.blocked_id);
       BEGIN
         PERFORM recount_inbox_lines(ARRAY(
           SELECT id FROM inbox_lines
            WHERE user_id = reader
              AND (kind IN ('accepted', 'alert') AND EXISTS (SELECT FROM posts WHERE posts.id = post_id AND author_id = writer)
                   OR kind = 'answer' AND EXISTS (SELECT FROM inbox_answers JOIN replies ON replies.id = reply_id
                                                   WHERE line_id = inbox_lines.id AND author_id = writer))), 'inbox ' || reader);
         RETURN NULL;
       END$$;
CREATE TRIGGER blocks_recount_inbox AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION recount_inbox_of_block();

-- A case makes its line where it changes, whoever changes it: reports, a moderator, a request, the operator's command. What was
-- never hidden is not told, and an appeal is the author's own act.
CREATE FUNCTION tell_case() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF EXISTS (SELECT FROM inboxes WHERE user_id = NEW.author_id AND (NOT told OR 'case' = ANY (off_kinds))) THEN RETURN NULL; END IF;
         WITH line AS (
           INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at)
           SELECT gen_random_uuid(), id, 'case', NEW.id, NEW.post_id, 1, clock_timestamp() FROM users WHERE id = NEW.author_id
              FOR KEY SHARE
           ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL DO UPDATE SET at = excluded.at
           RETURNING xmax = 0 AS made)
         INSERT INTO analytics_events (kind, screen, at, count)
         SELECT 'lineMade', 'case', date_trunc('minute', now()), 1 FROM line WHERE made;
         PERFORM pg_notify('madang_live', 'database inbox ' || NEW.author_id);
         RETURN NULL;
       END$$;
CREATE TRIGGER cases_tell AFTER UPDATE OF state, outcome ON cases
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL AND NEW.hidden_at IS NOT NULL AND NEW.state NOT IN ('open', 'appealed')
                     AND (OLD.state, OLD.outcome) IS DISTINCT FROM (NEW.state, NEW.outcome))
  EXECUTE FUNCTION tell_case();

-- A new text waits to be held against the alerts, where there are any: also a facility notice's, and one that was edited within
-- a week. What was written earlier is filled in by a job or an import, and is not new.
CREATE FUNCTION match_alerts() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF EXISTS (SELECT FROM alerts) THEN
           INSERT INTO jobs (id, kind, key, due_at) VALUES (gen_random_uuid(), 'matchAlerts', NEW.post_id::text, now())
           ON CONFLICT (kind, key) DO UPDATE SET id = excluded.id, data = NULL, attempts = 0, given_up_at = NULL, due_at = excluded.due_at;
         END IF;
         RETURN NULL;
       END$$;
CREATE TRIGGER post_texts_match_alerts AFTER INSERT OR UPDATE OF text ON post_texts
  FOR EACH ROW WHEN (NEW.created_at > now() - interval '7 days') EXECUTE FUNCTION match_alerts();

-- Open pages hear of a notice as soon as it is there. It counts as one line for each student who wants notices.
CREATE FUNCTION tell_notice() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         IF NEW.told_at IS NOT NULL THEN
           INSERT INTO analytics_events (kind, screen, at, count)
           SELECT 'lineMade', 'notice', date_trunc('minute', now()), count(*) FROM users
            WHERE NOT EXISTS (SELECT FROM inboxes WHERE user_id = users.id AND (NOT told OR 'notice' = ANY (off_kinds)))
           HAVING count(*) > 0;
         END IF;
         PERFORM pg_notify('madang_live', 'database inbox-all ' || coalesce(NEW.id, OLD.id));
         RETURN NULL;
       END$$;
CREATE TRIGGER notices_tell AFTER INSERT OR DELETE ON notices FOR EACH ROW EXECUTE FUNCTION tell_notice();

-- How many lines were made and opened: a day's counts by kind, without people.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_kind_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_kind_check
  CHECK (kind IN ('screenView', 'signUp', 'login', 'post', 'reply', 'like', 'scrap', 'search', 'unfound', 'person', 'mail', 'error', 'lineMade', 'lineOpened'));
-- Of a line its kind stands where the screen of a view does.
ALTER TABLE analytics_events DROP CONSTRAINT analytics_events_check;
ALTER TABLE analytics_events ADD CONSTRAINT analytics_events_check
  CHECK ((kind IN ('screenView', 'lineMade', 'lineOpened')) = (screen IS NOT NULL));
