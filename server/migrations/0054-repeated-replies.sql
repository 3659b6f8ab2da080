-- Finds a user's recent replies with the same text, and all of a user's replies.
CREATE INDEX replies_author_text ON replies (author_id, text_hash, created_at);
