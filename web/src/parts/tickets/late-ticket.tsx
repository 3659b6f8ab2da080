import { lateModule, useModule } from '../../ui/use-module.ts';

const card = lateModule(() => import('./ticket-card.tsx'));

/** What became of a ticket, on its post: other posts pay nothing for it. */
export function LateTicket({ id }: { id: string }) {
  const parts = useModule(card);
  return parts ? <parts.TicketCard id={id} /> : null;
}
