import type { OwnData } from '../accounts/index.ts';

/** What the student said of amenities in the last month. */
export const ownAmenities: OwnData = {
  officialLists: {
    amenityVoices: `
      SELECT said_at AS at, amenity_id AS "amenityId", there, spent FROM amenity_voices WHERE user_id = $1`,
  },
};
