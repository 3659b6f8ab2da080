export {
  deleteAmenities,
  deleteAmenityReports,
  deleteHours,
  importAmenities,
  type Imported,
  importHours,
  isSameEntry,
  listAmenities,
  listHours,
  listSaid,
  lockAmenity,
  lockBuildingIds,
  ownAmenities,
  plantAmenities,
  putAmenities,
  putHours,
  type SaidAmenity,
} from './amenities.ts';
export { sweepAmenityReports } from './amenity-reports.ts';
export { drawMap, presentMap } from './campus-pack.ts';
export {
  type CodeRow,
  hangs,
  insertCode,
  listCodes,
  makeCode,
  printSigns,
  replaceCode,
  SIGNS_POLICY,
} from './codes.ts';
export {
  deleteCrowdReportsOf,
  endCrowdReports,
  listMutes,
  periodsOf,
  plantUsual,
  readCrowdReports,
  setMuted,
} from './crowd-reports.ts';
export { CrowdStreams } from './crowd-streams.ts';
export {
  importMeals,
  listMealRows,
  listMeals,
  lockCafeterias,
  MEALS_TAG,
  NOTIFY_DISHES,
  ownSoldOut,
  publishWeek,
  sweepMeals,
} from './meals.ts';
export { findPlaces } from './places-now.ts';
export {
  importHolidays,
  importRooms,
  importTimetable,
  listClasses,
  listHolidays,
  listLockedRooms,
  listRooms,
  lockRooms,
  ownLockedRooms,
  plantRooms,
  sweepLocked,
} from './rooms.ts';
export { registerPlaces } from './routes.ts';
