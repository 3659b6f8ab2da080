-- How many mails of the same kind waited for the same recipient when this one was added: the first of everybody goes out before
-- the second of anybody.
ALTER TABLE outbox ADD COLUMN turn integer NOT NULL DEFAULT 0;
