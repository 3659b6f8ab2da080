-- Requests of people whose rights a post or reply hurts, who may have no account. Nothing here refers to what they name: a
-- request is taken the same way whether there is such a post or not.
CREATE TABLE rights_requests (
  id uuid PRIMARY KEY,
  -- As it is named in mails: a path of this site.
  address text NOT NULL,
  post_id uuid NOT NULL,
  -- The number of the reply, where it is about one.
  reply_number integer,
  ground text NOT NULL CHECK (ground IN ('privacy', 'defamation', 'portrait', 'copyright', 'other')),
  -- Who asks and why; null a year after the confirmation.
  name text,
  email text,
  mailbox text,
  reason text,
  -- Where it came from, as a keyed hash, until it waits no more.
  client_hash bytea,
  -- Null until its mail goes out.
  token_hash bytea UNIQUE,
  token_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  state text NOT NULL DEFAULT 'written'
    CHECK (state IN ('written', 'waiting', 'hidden', 'upheld', 'declined', 'ended')),
  -- It hides nothing by itself.
  by_people boolean NOT NULL DEFAULT false,
  -- Null while what it names cannot be seen.
  case_id uuid REFERENCES cases (id) ON DELETE SET NULL,
  -- Waiting: when it hides; hidden: when that ends.
  due_at timestamptz,
  -- When what it names was found hidden, or hidden for it.
  hidden_at timestamptz,
  closed_at timestamptz
);
CREATE UNIQUE INDEX rights_requests_once ON rights_requests (mailbox, post_id, coalesce(reply_number, 0), ground)
  WHERE confirmed_at IS NOT NULL;
CREATE INDEX rights_requests_client ON rights_requests (client_hash) WHERE client_hash IS NOT NULL;
CREATE INDEX rights_requests_case_id ON rights_requests (case_id);
CREATE INDEX rights_requests_post_id ON rights_requests (post_id);
CREATE INDEX rights_requests_confirmed_at ON rights_requests (confirmed_at);
CREATE INDEX rights_requests_written ON rights_requests (token_expires_at) WHERE state = 'written';
CREATE INDEX rights_requests_named ON rights_requests (confirmed_at) WHERE email IS NOT NULL;

-- Until when a request hides what the case is about; null where reports or a decision did.
ALTER TABLE cases ADD COLUMN hidden_until timestamptz;

-- Mails to who asks have no account.
ALTER TABLE outbox ALTER COLUMN account_id DROP NOT NULL;
ALTER TABLE outbox ADD COLUMN request_id uuid REFERENCES rights_requests (id) ON DELETE CASCADE;
CREATE INDEX outbox_request_id ON outbox (request_id);

-- What the counts of the last months read.
CREATE INDEX case_events_at ON case_events (at);
