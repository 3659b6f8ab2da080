import type { OwnData } from '../accounts/index.ts';

/** The buildings that the student pinned to home, and where each stands. */
export const ownPins: OwnData = {
  officialLists: {
    pins: `
      SELECT users.created_at AS at, building_id AS "buildingId", position
        FROM pins JOIN users ON users.id = user_id WHERE user_id = $1`,
  },
};
