import type * as Parts from './outbox-parts.tsx';

/** Pending-writes module for senders: loaded soon after the first screen; before that nothing is pending. */
export const lateOutbox: { here?: typeof Parts } = {};
