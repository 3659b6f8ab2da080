-- What a student may not do for a while, and why. It stays with the student until its end, whatever happens to the address;
-- withdrawing leaves kind and end alone, and signing up anew brings them back.
CREATE TABLE sanctions (
  id uuid PRIMARY KEY,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  case_id uuid REFERENCES cases (id) ON DELETE SET NULL,
  kind text NOT NULL CHECK (kind IN ('warning', 'noWriting', 'noBoard', 'closed')),
  -- Of `noBoard`.
  building_id text REFERENCES buildings (id) ON DELETE CASCADE,
  ground text NOT NULL,
  -- What the student reads.
  text text,
  given_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  CHECK ((kind = 'noBoard') = (building_id IS NOT NULL))
);
CREATE INDEX sanctions_user_id ON sanctions (user_id, ends_at);
CREATE INDEX sanctions_case_id ON sanctions (case_id);
CREATE INDEX sanctions_building_id ON sanctions (building_id);

-- The verified mailboxes of a sanctioned student, as keyed hashes, until the sanction ends.
CREATE TABLE sanction_addresses (
  sanction_id uuid NOT NULL REFERENCES sanctions (id) ON DELETE CASCADE,
  address_hash bytea NOT NULL,
  PRIMARY KEY (sanction_id, address_hash)
);
CREATE INDEX sanction_addresses_hash ON sanction_addresses (address_hash);
