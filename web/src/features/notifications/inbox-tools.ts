// One chunk: fetched once the inbox was read, or could not be. Until then there is nothing to follow or to mark as read.
export { InboxBar } from './inbox-bar.tsx';
export { followInbox } from './live-inbox.ts';
