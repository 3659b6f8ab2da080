-- One case about one post or reply. It waits for a decision while `due_at` says until when; a thing has one waiting case at
-- most, and a new one when it is reported again later.
CREATE TABLE cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('post', 'reply')),
  -- The post or reply itself; no foreign key, since a purge takes replies out and the case stays to be counted.
  thing_id uuid NOT NULL,
  -- The post, or the one that the reply stands under: its board is the case's.
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  state text NOT NULL CHECK (state IN ('open', 'hidden', 'upheld', 'restored', 'appealed', 'final')),
  -- What the last decision said; null before the first.
  outcome text CHECK (outcome IN ('upheld', 'restored')),
  -- For which reason it was hidden, or decided.
  ground text,
  -- The reasons of its reports when it was restored: it is not hidden for these again for a while.
  reasons text[] NOT NULL DEFAULT '{}',
  -- Grows with each change of state: whoever decides says which one was on the screen.
  revision integer NOT NULL DEFAULT 1,
  opened_at timestamptz NOT NULL DEFAULT now(),
  hidden_at timestamptz,
  due_at timestamptz,
  decided_at timestamptz,
  decided_by uuid REFERENCES users (id) ON DELETE SET NULL,
  appealed_at timestamptz,
  -- When the operators were mailed about it, once.
  told_at timestamptz
);
CREATE UNIQUE INDEX cases_waiting ON cases (thing_id) WHERE due_at IS NOT NULL;
CREATE INDEX cases_due ON cases (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX cases_thing_id ON cases (thing_id, opened_at);
CREATE INDEX cases_post_id ON cases (post_id);
CREATE INDEX cases_author_id ON cases (author_id, opened_at);
CREATE INDEX cases_decided_by ON cases (decided_by);

-- What happened to a case, and by whom; rows are added only.
CREATE TABLE case_events (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('opened', 'hidden', 'upheld', 'restored', 'appealed')),
  at timestamptz NOT NULL DEFAULT now(),
  -- Null where reports did it.
  actor_id uuid REFERENCES users (id) ON DELETE SET NULL,
  ground text,
  -- What the author reads, or wrote.
  text text
);
CREATE INDEX case_events_case_id ON case_events (case_id, at);
CREATE INDEX case_events_actor_id ON case_events (actor_id);

-- One row a student and thing: saying it again replaces it, withdrawing marks it.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The post, the reply, or the upload of one picture of the post.
  thing_id uuid NOT NULL,
  reason text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  -- It was among those that hid the thing.
  counted_at timestamptz,
  -- It hid the thing alone: so many a day.
  hid_alone_at timestamptz,
  -- Its case was restored: its reporter counts nothing for a while.
  overturned_at timestamptz,
  CONSTRAINT reports_once UNIQUE (reporter_id, thing_id)
);
CREATE INDEX reports_case_id ON reports (case_id);
CREATE INDEX reports_hid_alone ON reports (hid_alone_at) WHERE hid_alone_at IS NOT NULL;

-- Who may do what beyond a student: operators everything, moderators what their boards hold.
CREATE TABLE roles (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('operator', 'moderator')),
  -- The board of a moderator.
  building_id text REFERENCES buildings (id) ON DELETE CASCADE,
  given_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((role = 'moderator') = (building_id IS NOT NULL))
);
CREATE UNIQUE INDEX roles_once ON roles (user_id, role, coalesce(building_id, ''));
CREATE INDEX roles_building_id ON roles (building_id);
CREATE INDEX roles_role ON roles (role);

-- When the password was given again in this session, for the calls of a role.
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;
