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
  listEvents,
  listIllustrated,
  listNotices,
  updateEvent,
  updateNotice,
} from './bulletin.queries.ts';
export { registerBulletin } from './bulletin.routes.ts';
export { dropEventImage, encodeEventImage, eventImageKey, putEventImage } from './event-images.ts';
