-- The hash of a reply's text in the form that texts are compared in: what a user said lately is found without reading it again.
-- Null where a server of the version before wrote the reply, and once it is purged.
ALTER TABLE replies ADD COLUMN text_hash bytea;
