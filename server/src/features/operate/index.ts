export { isOver, listEntries, lockEntry, NO_PICTURE, type EntryRow } from './entries.queries.ts';
export { listEntryPictureKeys } from './entry-pictures.ts';
export { registerOperate } from './operate.routes.ts';
export { PUBLISH_ENTRY, publishEntry, storeEntry, unpublishEntry } from './publication.ts';
