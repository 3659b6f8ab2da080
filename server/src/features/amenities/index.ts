export { AMENITIES_TAG, readAmenities } from './amenities.present.ts';
export { plantAmenities } from './plant-amenities.ts';
