export { importEvents, importNotices } from './bulletin.import.ts';
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
