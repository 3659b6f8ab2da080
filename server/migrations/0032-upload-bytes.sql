-- What a picture takes in the store, and whose share it counts to while no post has taken it: a hash of the address that it came
-- from. Pictures of before count nothing.
ALTER TABLE uploads ADD COLUMN bytes integer NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN client_hash bytea;
