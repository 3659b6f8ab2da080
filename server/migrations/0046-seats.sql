-- The page of the system that counts the seats of a building; empty where none does.
ALTER TABLE buildings ADD COLUMN seats text NOT NULL DEFAULT '';
