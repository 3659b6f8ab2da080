-- What the operator wrote into a building wins over the campus folder at every start.
ALTER TABLE buildings ADD COLUMN operator_edited boolean NOT NULL DEFAULT false;

-- Buildings that the operator removed: the campus folder does not bring them back.
CREATE TABLE building_removals (
  id text PRIMARY KEY,
  removed_at timestamptz NOT NULL DEFAULT now()
);
