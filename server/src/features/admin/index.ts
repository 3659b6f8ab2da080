// The operator command uses every operator action too.
export * from './campus.ts';
export * from './people.ts';
export * from './tickets.ts';
export { prepareAction, type ActionTarget, type OperatorAction } from './operator-actions.ts';
export {
  type EntryRow,
  isOver,
  listEntries,
  listEntryPictureKeys,
  lockEntry,
  NO_PICTURE,
} from './entry-rows.ts';
export { lockTableNeeds, putPlaces, writePlaces } from './place-tables.ts';
export { examineLaunch, MAIL_RECEIVED } from './launch.ts';
export { registerOperate } from './routes.ts';
export { examineSite, type Finding } from './site.ts';
export { composeTicketSheet, mailTicketSheet, planTicketSheet } from './tickets.ts';
export { PUBLISH_ENTRY, publishEntry, storeEntry, unpublishEntry } from './entries.ts';
