-- A foreign key locks the row of the building: the write-ahead log, and the archive of it, told at which moment somebody reported on
-- which place, and the row which transaction did. Reads leave out buildings that are gone.
ALTER TABLE place_voices DROP CONSTRAINT place_voices_building_id_fkey;
ALTER TABLE voice_tallies DROP CONSTRAINT voice_tallies_building_id_fkey;
