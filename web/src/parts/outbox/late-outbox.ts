import type * as Parts from './outbox-parts.tsx';

/** What waits for a network, for those who send: it is here a moment after the first screen, or nothing waits. */
export const lateOutbox: { here?: typeof Parts } = {};
