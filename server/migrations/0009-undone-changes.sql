-- What an undo restores beside the address: when that was verified, if it was, and which one was verified last.
ALTER TABLE tokens ADD COLUMN verified_at timestamptz;
ALTER TABLE tokens ADD COLUMN last_verified_email text;
