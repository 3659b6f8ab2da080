// Every operator action is the command's too.
export * from './amenities.actions.ts';
export * from './campus.actions.ts';
export * from './codes.actions.ts';
export * from './people.actions.ts';
export * from './tickets.actions.ts';
export * from './voices.actions.ts';
export { prepareAction, type ActionTarget, type OperatorAction } from './operator-actions.ts';
export { isOver, listEntries, lockEntry, NO_PICTURE, type EntryRow } from './entries.queries.ts';
export { listEntryPictureKeys } from './entry-pictures.ts';
export { registerOperate } from './operate.routes.ts';
export { composeTicketSheet, mailTicketSheet, planTicketSheet } from './ticket-sheet.mails.ts';
export { PUBLISH_ENTRY, publishEntry, storeEntry, unpublishEntry } from './publication.ts';
