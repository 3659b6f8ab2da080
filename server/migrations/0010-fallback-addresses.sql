-- While an address that a change took waits for its verification, the one that the account goes back to when somebody
-- signs up with it. Null where the account has its address by sign-up or is verified.
ALTER TABLE accounts ADD COLUMN fallback_email text;
CREATE INDEX accounts_fallback_email ON accounts (fallback_email) WHERE fallback_email IS NOT NULL;
CREATE INDEX tokens_verified_email ON tokens (email) WHERE verified_at IS NOT NULL;
