-- Replies whose users are not notified yet: a batch writes their inbox lines after the commit.
CREATE TABLE unnotified_replies (
  at timestamptz NOT NULL DEFAULT now(),
  reply_id uuid NOT NULL,
  PRIMARY KEY (at, reply_id)
);

-- A batch holds this lock exclusively. So lines are recounted either before it reads what is hidden and blocked, or after it wrote.
CREATE FUNCTION wait_for_answer_lines() RETURNS void LANGUAGE sql
  AS $$SELECT pg_advisory_xact_lock_shared(hashtextextended('answer lines', 0))$$;

CREATE OR REPLACE FUNCTION recount_inbox_of_post() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         PERFORM wait_for_answer_lines();
         IF NEW.purged_at IS NOT NULL AND OLD.purged_at IS NULL THEN DELETE FROM inbox_lines WHERE post_id = NEW.id; END IF;
         PERFORM recount_inbox_lines(ARRAY(SELECT id FROM inbox_lines WHERE post_id = NEW.id), 'inbox-post ' || NEW.id);
         RETURN NULL;
       END$$;
CREATE OR REPLACE FUNCTION recount_inbox_of_reply() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN
         PERFORM wait_for_answer_lines();
         PERFORM recount_inbox_lines(ARRAY(
           SELECT line_id FROM inbox_answers WHERE reply_id = NEW.id
           UNION SELECT id FROM inbox_lines WHERE post_id = NEW.post_id AND kind = 'accepted' AND about_id = NEW.id
           UNION SELECT inbox_lines.id FROM cases JOIN inbox_lines ON inbox_lines.about_id = cases.id AND inbox_lines.kind = 'case'
                  WHERE cases.thing_id = NEW.id AND inbox_lines.post_id = NEW.post_id), 'inbox-post ' || NEW.post_id);
         RETURN NULL;
       END$$;
CREATE OR REPLACE FUNCTION recount_inbox_of_block() RETURNS trigger LANGUAGE plpgsql
  AS $$DECLARE
         reader uuid := coalesce(NEW.user_id, OLD.user_id);
         writer uuid := coalesce(NEW.blocked_id, OLD.blocked_id);
       BEGIN
         PERFORM wait_for_answer_lines();
         PERFORM recount_inbox_lines(ARRAY(
           SELECT id FROM inbox_lines
            WHERE user_id = reader
              AND (kind IN ('accepted', 'alert', 'ticket') AND EXISTS (SELECT FROM posts WHERE posts.id = post_id AND author_id = writer)
                   OR kind = 'answer' AND EXISTS (SELECT FROM inbox_answers JOIN replies ON replies.id = reply_id
                                                   WHERE line_id = inbox_lines.id AND author_id = writer))), 'inbox ' || reader);
         RETURN NULL;
       END$$;
