export { eventImageKey, registerBulletin } from './bulletin.routes.ts';
export { exportEvents, exportNotices, type ExportedNotice } from './bulletin.export.ts';
export {
  findEventIds,
  findNoticeIds,
  importEvents,
  importNotices,
  type ImportedNotice,
} from './bulletin.import.ts';
