-- `replies_author_text` replaces them. Alone, as it needs a stronger lock than building an index: both in one transaction would be a
-- deadlock with every reply that is being written.
DROP INDEX replies_author_id;
DROP INDEX replies_author_recent;
