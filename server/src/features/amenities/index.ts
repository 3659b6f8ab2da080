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
  addReportIn,
  sweepAmenityReports,
  type CrowdReportsDependencies,
} from './reports.ts';
export * from './amenities.ts';
