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
export type { NotifyOfReplies, OrdinaryReplies } from './replies.ts';
export { deleteReplyDataOf, hashReply, lockReply } from './reply-rows.ts';
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
export { ownReplies, purgeDeletedReplies, purgeRepliesOf, repeatReplyDeletions } from './user-data.ts';
export { registerReplies } from './routes.ts';
export { announceEdit, announceVisibility, ReplyStreams } from './streams.ts';
