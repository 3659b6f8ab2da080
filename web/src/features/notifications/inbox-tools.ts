// One chunk: fetched once the inbox was read. Until then there is nothing to follow, and nothing to mark as read.
export { InboxBar } from './inbox-bar.tsx';
export { followInbox } from './live-inbox.ts';
