export { ownAmenities } from './amenities.own.ts';
export { registerAmenities } from './amenities.routes.ts';
export { sayVoiceIn, type VoicesDependencies } from './voices.actions.ts';
export { sweepVoices } from './voices.queries.ts';
export { AMENITIES_TAG, readAmenities } from './amenities.present.ts';
export * from './amenities.queries.ts';
export {
  importAmenities,
  importHours,
  isSame,
  replaceTable,
  type Counts,
  type Imported,
} from './import-amenities.ts';
export { plantAmenities } from './plant-amenities.ts';
