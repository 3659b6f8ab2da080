-- The board of a case is that of its post, which never moves to another. It stands beside when the case is due, so that the
-- queue of a moderator reads a page of it however many cases other boards have.
ALTER TABLE cases ADD COLUMN building_id text;
CREATE FUNCTION set_case_board() RETURNS trigger LANGUAGE plpgsql
  AS $$BEGIN NEW.building_id := (SELECT building_id FROM posts WHERE id = NEW.post_id); RETURN NEW; END$$;
CREATE TRIGGER cases_set_board BEFORE INSERT ON cases
  FOR EACH ROW WHEN (NEW.building_id IS NULL) EXECUTE FUNCTION set_case_board();
UPDATE cases SET building_id = posts.building_id FROM posts WHERE posts.id = cases.post_id;
CREATE INDEX cases_board_due ON cases (building_id, due_at, id) WHERE due_at IS NOT NULL;
