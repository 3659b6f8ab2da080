-- `replies_author_text` replaces them. Dropping takes a stronger lock than building an index: in one transaction, the two would
-- deadlock with every reply that is being written.
DROP INDEX replies_author_id;
DROP INDEX replies_author_recent;
