-- Who repairs: in a building, or, with the id `all`, wherever no other office is named.
CREATE TABLE offices (
  id text PRIMARY KEY,
  building_id text UNIQUE REFERENCES buildings (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- Empty where the office takes reports by a channel of its own.
  email text NOT NULL,
  daily_hour smallint CHECK (daily_hour BETWEEN 0 AND 23),
  channel text NOT NULL,
  -- The day whose list was sent last.
  listed_on date,
  -- When the mail server refused the address last.
  refused_at timestamptz
);

-- Broken things. The words, pictures, replies and reports of a ticket are those of its post, on a board without a list.
CREATE TABLE tickets (
  post_id uuid PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
  -- One more than the last one. No sequence: a restored backup would have begun it again.
  number integer NOT NULL CONSTRAINT tickets_number_key UNIQUE,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  amenity_id text REFERENCES amenities (id) ON DELETE SET NULL,
  kind text NOT NULL,
  floor text NOT NULL,
  spot text NOT NULL,
  step text NOT NULL DEFAULT 'received' CHECK (step IN ('received', 'seen', 'repairing', 'fixed', 'refused')),
  step_at timestamptz NOT NULL DEFAULT now(),
  opened_at timestamptz NOT NULL DEFAULT now(),
  -- When the mail to the office went out: since when it knows.
  known_at timestamptz,
  -- When everybody who joined was asked whether it was fixed.
  asked_at timestamptz
);
CREATE INDEX tickets_building ON tickets (building_id);
CREATE INDEX tickets_amenity ON tickets (amenity_id);
CREATE INDEX tickets_open ON tickets (opened_at) WHERE step IN ('received', 'seen', 'repairing');
CREATE INDEX tickets_ended ON tickets (step_at) WHERE step IN ('fixed', 'refused');

-- What was done, with a word.
CREATE TABLE ticket_steps (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  ticket_id uuid NOT NULL REFERENCES tickets (post_id) ON DELETE CASCADE,
  step text NOT NULL CHECK (step IN ('received', 'seen', 'repairing', 'fixed', 'refused')),
  word text NOT NULL,
  done_by text NOT NULL CHECK (done_by IN ('operator', 'office', 'students')),
  done_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ticket_steps_ticket ON ticket_steps (ticket_id, done_at);

-- Who waits for it, who reported it included, and what they say when they are asked whether it was fixed.
CREATE TABLE ticket_joins (
  ticket_id uuid NOT NULL REFERENCES tickets (post_id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  joined_at timestamptz NOT NULL DEFAULT now(),
  fixed boolean,
  PRIMARY KEY (ticket_id, user_id)
);
CREATE INDEX ticket_joins_user ON ticket_joins (user_id);

-- Mails to offices: of one ticket, or the list of a day.
ALTER TABLE outbox ADD COLUMN ticket_id uuid REFERENCES tickets (post_id) ON DELETE CASCADE;
ALTER TABLE outbox ADD COLUMN office_id text REFERENCES offices (id) ON DELETE CASCADE;
CREATE INDEX outbox_ticket_id ON outbox (ticket_id);
CREATE INDEX outbox_office_id ON outbox (office_id);

-- A step of a ticket that the student joined, or the question whether it was fixed: one unread line a ticket.
ALTER TABLE inbox_lines DROP CONSTRAINT inbox_lines_kind_check;
ALTER TABLE inbox_lines ADD CONSTRAINT inbox_lines_kind_check
  CHECK (kind IN ('answer', 'accepted', 'alert', 'case', 'sanction', 'report', 'dish', 'ticket')) NOT VALID;

-- As before, and a line about a ticket stands while its post can be seen.
CREATE OR REPLACE FUNCTION count_inbox_things(line inbox_lines) RETURNS integer LANGUAGE sql STABLE
  AS $$SELECT CASE line.kind
         WHEN 'answer' THEN (SELECT count(*)::int FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
                              WHERE line_id = line.id AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL
                                AND NOT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = replies.author_id))
         WHEN 'accepted' THEN (SELECT count(*)::int FROM replies
                                WHERE replies.id = line.about_id AND posts.accepted_reply_id = line.about_id
                                  AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL AND NOT blocked)
         WHEN 'alert' THEN (posts.hidden_at IS NULL AND NOT blocked)::int
         WHEN 'ticket' THEN (posts.hidden_at IS NULL AND NOT blocked)::int
         WHEN 'report' THEN 1
         -- Of what its author deleted no case is told.
         ELSE (SELECT count(*)::int FROM cases LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
                WHERE cases.id = line.about_id AND posts.deleted_at IS NULL
                  AND (cases.kind = 'post' OR replies.id IS NOT NULL AND replies.deleted_at IS NULL)) END
       FROM posts, LATERAL (SELECT EXISTS (SELECT FROM blocks WHERE user_id = line.user_id AND blocked_id = posts.author_id) AS blocked) AS writer
      WHERE posts.id = line.post_id$$;
CREATE OR REPLACE FUNCTION recount_inbox_of_block() RETURNS trigger LANGUAGE plpgsql
  AS $$DECLARE
         reader uuid := coalesce(NEW.user_id, OLD.user_id);
         writer uuid := coalesce(NEW.blocked_id, OLD.blocked_id);
       BEGIN
         PERFORM recount_inbox_lines(ARRAY(
           SELECT id FROM inbox_lines
            WHERE user_id = reader
              AND (kind IN ('accepted', 'alert', 'ticket') AND EXISTS (SELECT FROM posts WHERE posts.id = post_id AND author_id = writer)
                   OR kind = 'answer' AND EXISTS (SELECT FROM inbox_answers JOIN replies ON replies.id = reply_id
                                                   WHERE line_id = inbox_lines.id AND author_id = writer))), 'inbox ' || reader);
         RETURN NULL;
       END$$;
