export { ownAmenities } from './amenities.own.ts';
export { AMENITIES_TAG, readAmenities } from './amenities.present.ts';
export {
  beginPlanting,
  listAmenities,
  listChanged,
  listHours,
  lockBuildingIds,
} from './amenities.queries.ts';
export {
  importAmenities,
  importHours,
  replaceTable,
  type Counts,
  type Imported,
} from './import-amenities.ts';
export { plantAmenities } from './plant-amenities.ts';
