import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { lateModule, useModule } from '../../ui/use-module.ts';

const card = lateModule(() => import('./ticket-card.tsx'));

/** What became of a ticket, on its post: other posts pay nothing for it. */
export function LateTicket({ id, buildingId }: { id: string; buildingId: string }) {
  const isTicket = buildingId === TICKET_BOARD;
  const parts = useModule(card, isTicket);
  return parts && isTicket ? <parts.TicketCard id={id} /> : null;
}
