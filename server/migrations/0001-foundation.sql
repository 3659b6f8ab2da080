-- Account (e-mail, password, verified) and profile are two records with one id; product tables refer to
-- the profile only, so that withdrawal can delete the one and then the other.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT accounts_email_key UNIQUE CHECK (email = lower(email)),
  -- Null until an imported student sets one by mail.
  password_hash text,
  email_verified_at timestamptz,
  -- While a changed address waits for its verification, reset mails still go to this one.
  last_verified_email text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY REFERENCES accounts (id),
  name text NOT NULL,
  nickname text NOT NULL,
  university boolean NOT NULL,
  writing_right boolean NOT NULL DEFAULT false,
  -- The operator's word, which wins over the rule until the e-mail changes.
  right_override boolean,
  points integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id ON sessions (user_id);

-- A mailed link. The hash is written only when its mail goes out: nothing usable ever lies in the database.
CREATE TABLE tokens (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verification', 'reset', 'undo')),
  email text NOT NULL,
  hash bytea CONSTRAINT tokens_hash_key UNIQUE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tokens_account_id ON tokens (account_id);
CREATE INDEX tokens_expires_at ON tokens (expires_at);

CREATE TABLE consents (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  document text NOT NULL CHECK (document IN ('terms', 'privacy')),
  version text NOT NULL,
  agreed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX consents_user_id ON consents (user_id);

CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token_id uuid REFERENCES tokens (id) ON DELETE CASCADE,
  kind text NOT NULL,
  recipient text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_next_attempt_at ON outbox (next_attempt_at);
CREATE INDEX outbox_account_id ON outbox (account_id);
CREATE INDEX outbox_token_id ON outbox (token_id);

CREATE TABLE buildings (
  id text PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  category text NOT NULL,
  info text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('building', 'question', 'festival', 'notice', 'hidden'))
);

CREATE TABLE posts (
  id uuid CONSTRAINT posts_pkey PRIMARY KEY,
  building_id text NOT NULL REFERENCES buildings (id),
  -- Null on the facility notice board (the operator's) and where the author withdrew.
  author_id uuid REFERENCES users (id),
  title text NOT NULL,
  body text NOT NULL,
  keywords text[] NOT NULL DEFAULT '{}',
  image_path text,
  image_width integer,
  image_height integer,
  -- Likes an import brought as a number only: like_count = like_base + rows of likes.
  like_base integer NOT NULL DEFAULT 0,
  like_count integer NOT NULL DEFAULT 0 CHECK (like_count >= 0),
  -- Replies that can be seen, and the last number given out, which never falls.
  reply_count integer NOT NULL DEFAULT 0 CHECK (reply_count >= 0),
  last_reply_number integer NOT NULL DEFAULT 0,
  report_count integer NOT NULL DEFAULT 0,
  in_latest boolean NOT NULL,
  hidden_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((image_path IS NULL) = (image_width IS NULL) AND (image_path IS NULL) = (image_height IS NULL))
);
CREATE INDEX posts_recent ON posts (building_id, created_at, id) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular ON posts (building_id, like_count, created_at, id) WHERE hidden_at IS NULL;
CREATE INDEX posts_latest ON posts (created_at, id) WHERE hidden_at IS NULL AND in_latest;
CREATE INDEX posts_author ON posts (author_id, created_at, id);

-- Keyword browsing reads one index in order: (category, keyword) newest first; the festival's own scope
-- also has a row with keyword '' for "any of the two".
CREATE TABLE post_keywords (
  scope text NOT NULL,
  keyword text NOT NULL,
  created_at timestamptz NOT NULL,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  PRIMARY KEY (scope, keyword, created_at, post_id)
);
CREATE INDEX post_keywords_post_id ON post_keywords (post_id);

CREATE TABLE uploads (
  id uuid CONSTRAINT uploads_pkey PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (id),
  post_id uuid CONSTRAINT uploads_post_id_key UNIQUE REFERENCES posts (id),
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploads_owner_id ON uploads (owner_id);
CREATE INDEX uploads_unused ON uploads (created_at) WHERE post_id IS NULL;

CREATE TABLE likes (
  user_id uuid NOT NULL REFERENCES users (id),
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX likes_post_id ON likes (post_id);

CREATE TABLE scraps (
  user_id uuid NOT NULL REFERENCES users (id),
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- The post's time: the list is in its order.
  post_created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX scraps_newest ON scraps (user_id, post_created_at, post_id);
CREATE INDEX scraps_post_id ON scraps (post_id);

-- One row a post; rows without a post open an imported total. users.points is their sum.
CREATE TABLE point_awards (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id uuid CONSTRAINT point_awards_post_id_key UNIQUE REFERENCES posts (id) ON DELETE CASCADE,
  points integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX point_awards_user_id ON point_awards (user_id);

CREATE TABLE replies (
  id uuid CONSTRAINT replies_pkey PRIMARY KEY,
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  author_id uuid REFERENCES users (id),
  body text NOT NULL,
  parent_id uuid REFERENCES replies (id) ON DELETE CASCADE,
  like_count integer NOT NULL DEFAULT 0,
  report_count integer NOT NULL DEFAULT 0,
  hidden_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT replies_post_number_key UNIQUE (post_id, number)
);
CREATE INDEX replies_author_id ON replies (author_id);
CREATE INDEX replies_parent_id ON replies (parent_id);

CREATE TABLE events (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  body text NOT NULL,
  has_image boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_newest ON events (created_at, id);

CREATE TABLE notices (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notices_newest ON notices (created_at, id);

-- A post that became popular, by itself or by the operator; its text follows the post.
CREATE TABLE hots (
  id uuid PRIMARY KEY,
  post_id uuid NOT NULL CONSTRAINT hots_post_id_key UNIQUE REFERENCES posts (id) ON DELETE CASCADE,
  promoted_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE INDEX hots_newest ON hots (promoted_at, id) WHERE removed_at IS NULL;

-- Pictures that must go from the image store, noted in the transaction that took their posts' author.
CREATE TABLE image_removals (
  key text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What one process must know once for the whole installation, e.g. that the demo world is planted.
CREATE TABLE installation (
  key text PRIMARY KEY,
  value text NOT NULL
);
