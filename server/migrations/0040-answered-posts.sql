-- The newest questions that have an accepted answer: those that name a building stand in its view.
CREATE INDEX posts_answered ON posts (created_at, id) WHERE accepted_reply_id IS NOT NULL AND hidden_at IS NULL;
