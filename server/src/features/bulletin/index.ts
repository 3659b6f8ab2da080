export { exportEvents, exportNotices, type ExportedNotice } from './bulletin.export.ts';
export {
  findEventIds,
  findNoticeIds,
  importEvents,
  importNotices,
  type ImportedNotice,
} from './bulletin.import.ts';
export {
  deleteEvent,
  deleteNotice,
  insertEvent,
  insertNotice,
  findEvent,
  findNotice,
  lockEntry,
  listEvents,
  listIllustrated,
  listNotices,
  setImage,
  updateEvent,
  updateNotice,
} from './bulletin.queries.ts';
export { registerBulletin } from './bulletin.routes.ts';
export {
  dropEventImage,
  encodeEventImage,
  encodeUploadedImage,
  eventImageKey,
  imageMark,
  putEntryImage,
  putEventImage,
} from './event-images.ts';
