export {
  countRepliesBy,
  findReplyEvenHidden,
  listRepliesEvenHidden,
  setReplyHidden,
} from './moderation.queries.ts';
export { eraseRepliesOf } from './replies.queries.ts';
export { registerReplies } from './replies.routes.ts';
export { announceVisibility, ReplyStreams } from './reply-streams.ts';
export { importReplies } from './replies.import.ts';
