-- Who did what with the operator command, when and why. Kept for ever; a student is named by id only.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  reason text
);
CREATE INDEX audit_newest ON audit (at, id);
