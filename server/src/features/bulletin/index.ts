export {
  type ExportedNotice,
  exportEntries,
  findEntryIds,
  type ImportedNotice,
  importEntries,
} from './documents.ts';
export {
  encodeEventImage,
  encodeUploadedImage,
  eventImageKey,
  imageMark,
  listShown,
  putEntryImage,
} from './bulletin.ts';
export { registerBulletin } from './routes.ts';
