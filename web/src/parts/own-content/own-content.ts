// One chunk: fetched when something of one's own is on the screen.
export { OwnReply } from './own-reply.tsx';
export { Tooled } from './post-menu.tsx';
