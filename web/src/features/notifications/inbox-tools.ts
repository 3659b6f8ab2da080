import { STEP_WORDS } from '@madang/contract/tickets/words';
// One chunk: fetched once the inbox was read, or could not be. Until then there is nothing to follow or to mark as read.
import { copy, fillCopy } from '../../copy.ko.ts';
import type { SayTicket } from './notification-row.tsx';

export { InboxBar } from './inbox-bar.tsx';
export { followInbox } from './live-inbox.ts';

export const sayTicket: SayTicket = ({ number: n, step, asked }) =>
  fillCopy(copy['inbox.ticket'], { n, step: asked ? copy['ticket.ask'] : STEP_WORDS[step] });
