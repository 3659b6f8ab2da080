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
} from './moderation.ts';
export type { TellOfReplies } from './replies.ts';
export { eraseRepliesOf, hashReply, insertStatement, lockReply, type ToldRow } from './reply-rows.ts';
export {
  countReplies,
  type ExportedReply,
  exportReplies,
  findReplyPosts,
  giveImportedReplies,
  type ImportedReply,
  importReplies,
  LIKER_PLACEHOLDER,
  noteImportedReplyAuthors,
} from './documents.ts';
export { ownReplies, purgeDeletedReplies, purgeRepliesOf, repeatGoneReplies } from './user-data.ts';
export { registerReplies } from './routes.ts';
export { announceEdit, announceVisibility, ReplyStreams } from './streams.ts';
