import type { OwnData } from '../accounts/index.ts';

/** The rooms that the student found locked in the last week. */
export const ownLockedRooms: OwnData = {
  officialLists: {
    lockedRooms: `SELECT said_at AS at, room_id AS "roomId", day FROM locked_rooms WHERE user_id = $1`,
  },
};
