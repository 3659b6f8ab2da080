export { eraseRepliesOf } from './replies.queries.ts';
export { registerReplies } from './replies.routes.ts';
export { ReplyStreams } from './reply-streams.ts';
export { importReplies } from './replies.import.ts';
