-- A decision of the queue can be undone for some seconds: until then what it changed stands here, and nobody is notified of it.
ALTER TABLE cases ADD COLUMN was jsonb;
ALTER TABLE case_events DROP CONSTRAINT case_events_kind_check;
ALTER TABLE case_events ADD CONSTRAINT case_events_kind_check
  CHECK (kind IN ('opened', 'hidden', 'upheld', 'restored', 'appealed', 'undone')) NOT VALID;

-- A sanction and what came of a report are lines of their own. A sanction has no post.
ALTER TABLE inbox_lines DROP CONSTRAINT inbox_lines_kind_check;
ALTER TABLE inbox_lines ADD CONSTRAINT inbox_lines_kind_check
  CHECK (kind IN ('answer', 'accepted', 'alert', 'case', 'sanction', 'report')) NOT VALID;
ALTER TABLE inbox_lines ALTER COLUMN post_id DROP NOT NULL;
-- What a line said when it was made: the state of its case, or what came of the report. Null for those from before.
ALTER TABLE inbox_lines ADD COLUMN said text;

-- As before, and what came of a report stands whatever becomes of the post.
CREATE OR REPLACE FUNCTION count_inbox_things(line inbox_lines) RETURNS integer LANGUAGE sql STABLE
  AS $$SELECT CASE line.kind
         WHEN 'answer' THEN (SELECT count(*)::int FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
                              WHERE line_id = line.id AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL
                                AND NOT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = replies.author_id))
         WHEN 'accepted' THEN (SELECT count(*)::int FROM replies
                                WHERE replies.id = line.about_id AND posts.accepted_reply_id = line.about_id
                                  AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL AND NOT blocked)
         WHEN 'alert' THEN (posts.hidden_at IS NULL AND NOT blocked)::int
         WHEN 'report' THEN 1
         -- Of what its author deleted no case is told.
         ELSE (SELECT count(*)::int FROM cases LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
                WHERE cases.id = line.about_id AND posts.deleted_at IS NULL
                  AND (cases.kind = 'post' OR replies.id IS NOT NULL AND replies.deleted_at IS NULL)) END
       FROM posts, LATERAL (SELECT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = posts.author_id) AS blocked) AS writer
      WHERE posts.id = line.post_id$$;

-- Makes a line about a case for one student, or lets their unread one say what is true now.
CREATE FUNCTION notify_of_case(person uuid, line_kind text, about uuid, post uuid, says text) RETURNS void LANGUAGE plpgsql
  AS $$BEGIN
         IF EXISTS (SELECT FROM inboxes WHERE user_id = person AND (NOT told OR 'case' = ANY (off_kinds))) THEN RETURN; END IF;
         WITH line AS (
           INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, said, at)
           SELECT gen_random_uuid(), id, line_kind, about, post, 1, says, clock_timestamp() FROM users WHERE id = person FOR KEY SHARE
           ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL DO UPDATE SET said = excluded.said, at = excluded.at
           RETURNING xmax = 0 AS made)
         INSERT INTO analytics_events (kind, screen, at, count)
         SELECT 'lineMade', 'case', date_trunc('minute', now()), 1 FROM line WHERE made;
         PERFORM pg_notify('madang_live', 'database inbox ' || person);
       END$$;

-- The author, with the sanctions of the decision, and those whose reports of it stand. What was never hidden is not told its
-- author, and an appeal is their own act. Reporters read what came of it, again where an appeal changed that.
CREATE OR REPLACE FUNCTION tell_case() RETURNS trigger LANGUAGE plpgsql
  AS $$DECLARE
         decided boolean := OLD.was IS NOT NULL OR OLD.decided_at IS DISTINCT FROM NEW.decided_at;
         before text := CASE WHEN OLD.was IS NOT NULL THEN OLD.was ->> 'outcome' ELSE OLD.outcome END;
       BEGIN
         PERFORM notify_of_case(NEW.author_id, 'case', NEW.id, NEW.post_id, NEW.state)
           WHERE NEW.author_id IS NOT NULL AND NEW.hidden_at IS NOT NULL AND NEW.state NOT IN ('open', 'appealed');
         PERFORM notify_of_case(user_id, 'sanction', id, NULL, NULL)
            FROM sanctions WHERE decided AND case_id = NEW.id AND user_id IS NOT NULL AND given_at = NEW.decided_at AND kind <> 'closed';
         PERFORM notify_of_case(reporter_id, 'report', NEW.id, NEW.post_id, NEW.outcome)
            FROM (SELECT DISTINCT reporter_id FROM reports
                   WHERE decided AND NEW.outcome IS DISTINCT FROM before AND case_id = NEW.id AND withdrawn_at IS NULL
                     -- The time of a request is over, or its author deleted it: the reports are neither right nor wrong.
                     AND NOT (NEW.ground = 'rights' AND NEW.decided_by IS NULL)
                   ORDER BY reporter_id) AS people;
         RETURN NULL;
       END$$;
DROP TRIGGER cases_tell ON cases;
-- Not what was undone: it is again what everybody knows.
CREATE TRIGGER cases_tell AFTER UPDATE OF state, outcome, was ON cases
  FOR EACH ROW WHEN (NEW.was IS NULL AND (OLD.was IS NULL AND (OLD.state, OLD.outcome) IS DISTINCT FROM (NEW.state, NEW.outcome)
                     OR OLD.was IS NOT NULL AND NEW.decided_at IS DISTINCT FROM (OLD.was ->> 'decided_at')::timestamptz))
  EXECUTE FUNCTION tell_case();

-- A sanction that no case brought: a person with a role gave it, or it came along from an account of before.
CREATE FUNCTION tell_sanction() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         PERFORM notify_of_case(NEW.user_id, 'sanction', NEW.id, NULL, NULL);
         RETURN NULL;
       END$$;
CREATE TRIGGER sanctions_tell AFTER INSERT ON sanctions
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND NEW.case_id IS NULL AND NEW.kind <> 'closed') EXECUTE FUNCTION tell_sanction();
