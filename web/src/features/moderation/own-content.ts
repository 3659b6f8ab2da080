// One chunk, loaded when the user's own content is displayed.
export { ReplyEditor, ReplyMenu } from '../replies/own-reply.tsx';
export { LateTicket as Ticket } from '../tickets/late-ticket.tsx';
export { PostMenu as Menu } from '../replies/post-menu.tsx';
