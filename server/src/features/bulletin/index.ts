export { exportEntries, type ExportedNotice } from './bulletin.export.ts';
export { findEntryIds, importEntries, type ImportedNotice } from './bulletin.import.ts';
export { listShown } from './bulletin.queries.ts';
export { registerBulletin } from './bulletin.routes.ts';
export {
  encodeEventImage,
  encodeUploadedImage,
  eventImageKey,
  imageMark,
  putEntryImage,
} from './event-images.ts';
