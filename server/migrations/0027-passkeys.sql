-- The second thing, beside the password, that somebody with a role must have. One each.
CREATE TABLE passkeys (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it was used, by its own count: a copy of it would count differently.
  counter bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What a passkey has to sign in this session, once and within minutes; and when one did.
ALTER TABLE sessions ADD COLUMN challenge text;
ALTER TABLE sessions ADD COLUMN challenge_at timestamptz;
ALTER TABLE sessions ADD COLUMN passkey_at timestamptz;
