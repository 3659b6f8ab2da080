import type { TicketStep } from '@madang/contract/tickets/rules';
import { copy } from '../../copy.ko.ts';

export const stepTexts: Record<TicketStep, string> = {
  received: copy['ticket.step.received'],
  seen: copy['ticket.step.seen'],
  repairing: copy['ticket.step.repairing'],
  fixed: copy['ticket.step.fixed'],
  refused: copy['ticket.step.refused'],
};
