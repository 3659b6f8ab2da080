export {
  type Counts,
  importAmenities,
  type Imported,
  importHours,
  isSame,
  ownAmenities,
  plantAmenities,
  replaceTable,
} from './amenities.ts';
export {
  AMENITIES_TAG,
  readAmenities,
  registerAmenities,
  sayVoiceIn,
  sweepVoices,
  type VoicesDependencies,
} from './reports.ts';
export * from './amenities.ts';
