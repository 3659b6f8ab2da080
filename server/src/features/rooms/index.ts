export { importHolidays, importRooms, importTimetable, lockRooms, plantRooms } from './import-rooms.ts';
export { ownLockedRooms } from './rooms.own.ts';
export { readRooms } from './rooms.present.ts';
export { listClasses, listHolidays, listLockedRooms, listRooms, sweepLocked } from './rooms.queries.ts';
export { registerRooms } from './rooms.routes.ts';
