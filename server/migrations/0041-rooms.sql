-- Rooms that students may use while no class is held in them, in the words of rooms.tsv; what is not known is empty.
CREATE TABLE rooms (
  id text PRIMARY KEY,
  building_id text NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  name text NOT NULL,
  floor text NOT NULL,
  seats text NOT NULL,
  step_free text NOT NULL,
  source text NOT NULL
);
CREATE INDEX rooms_building ON rooms (building_id);

-- The classes of a term, in the words of timetable.tsv.
CREATE TABLE timetable (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  weekday text NOT NULL,
  from_time text NOT NULL,
  to_time text NOT NULL,
  first_day text NOT NULL,
  last_day text NOT NULL,
  PRIMARY KEY (room_id, weekday, from_time, first_day)
);

-- Days without classes.
CREATE TABLE holidays (
  from_day text PRIMARY KEY,
  to_day text NOT NULL,
  name text NOT NULL
);

-- Who stood before a locked door, on a day of the campus. They are kept for a week, then they go.
CREATE TABLE locked_rooms (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  day text NOT NULL,
  said_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, room_id, day)
);
CREATE INDEX locked_rooms_room ON locked_rooms (room_id);
