-- What a student replied lately: with each reply it is asked whether it says the same again.
CREATE INDEX replies_author_recent ON replies (author_id, created_at);
