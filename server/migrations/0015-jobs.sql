-- Work that must happen once, whichever process does it.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- What the job is about, where there may be one of a kind only; empty for what comes again every hour or day.
  key text,
  -- Ids and numbers: never a name, an address or a text.
  data jsonb,
  -- Null once it was given up.
  due_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  given_up_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT jobs_kind_key UNIQUE (kind, key)
);
CREATE INDEX jobs_kind_due_at ON jobs (kind, due_at);
