// One chunk: fetched when something of one's own is on the screen.
export { OwnReply } from './own-reply.tsx';
export { LateTicket as Ticket } from '../tickets/late-ticket.tsx';
export { PostMenu as Menu } from './post-menu.tsx';
