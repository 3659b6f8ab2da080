import { STEP_WORDS } from '@madang/contract/tickets/words';
// One chunk, loaded after the inbox answer or failure; unused before.
import { copy, fillCopy } from '../../copy.ko.ts';
import type { SayTicket } from './notification-row.tsx';

export { InboxBar } from './inbox-bar.tsx';
export { followInbox } from './live-inbox.ts';

export const sayTicket: SayTicket = ({ number: n, step, asked }) =>
  fillCopy(copy['inbox.ticket'], { n, step: asked ? copy['ticket.ask'] : STEP_WORDS[step] });
