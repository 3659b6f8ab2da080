export {
  countRepliesBy,
  findReplyEvenHidden,
  listRepliesByEvenHidden,
  listRepliesEvenHidden,
  hideReply,
  listReplyRevisions,
  showReply,
  type ModeratedReplyRow,
  type WrittenReplyRow,
} from './moderation.queries.ts';
export type { TellOfReplies } from './replies.actions.ts';
export { lockReply } from './edits.queries.ts';
export { giveImportedReplies, noteImportedReplyAuthors } from './authors.import.ts';
export { eraseRepliesOf, hashReply, insertStatement, type ToldRow } from './replies.queries.ts';
export { ownReplies } from './replies.own.ts';
export { registerReplies } from './replies.routes.ts';
export { repeatGoneReplies } from './gone.queries.ts';
export { purgeDeletedReplies, purgeRepliesOf } from './purge.ts';
export { announceEdit, announceVisibility, ReplyStreams } from './reply-streams.ts';
export { countReplies, exportReplies, type ExportedReply } from './replies.export.ts';
export { findReplyPosts, importReplies, LIKER_PLACEHOLDER, type ImportedReply } from './replies.import.ts';
