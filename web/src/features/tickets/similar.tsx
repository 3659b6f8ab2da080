import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../../parts/campus/use-action.ts';
import { TicketLine } from '../../parts/tickets/ticket-line.tsx';
import { forgetTickets, type OpenTicket, showTicket, ticketsQuery } from '../../parts/tickets/ticket-queries.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { navigate } from '../../router/browser-history.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Report } from './report.ts';
import styles from './report.module.css';

const SHOWN = 3;

/** Open tickets that may be about the same thing: of the same amenity, or the same kind in the same building [TK-01]. */
export function Similar({ report: { buildingId, amenityId, kind } }: { report: Report }) {
  const { data } = useQuery(ticketsQuery);
  const similar = (data?.tickets ?? []).filter(
    (ticket) =>
      ticket.buildingId === buildingId &&
      (ticket.kind === kind || (amenityId !== '' && ticket.amenityId === amenityId)),
  );
  if (similar.length === 0) return null;
  return (
    <section className={styles.similar} aria-labelledby="similar">
      <h2 id="similar">{copy['ticket.similar']}</h2>
      <ul>
        {similar.slice(0, SHOWN).map((ticket) => (
          <li key={ticket.id}>
            <TicketLine ticket={ticket} />
            <Join ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Waits for one that is there, instead of reporting it again. What was typed stays on the device. */
function Join({ ticket: { id, number } }: { ticket: OpenTicket }) {
  const client = useQueryClient();
  const join = useAction(
    async () => {
      showTicket(client, await call('PUT /api/tickets/{id}/join', { path: { id } }));
      showToast(copy['ticket.joined.done']);
      navigate(`/post/${id}`, { replace: true });
    },
    (error) => {
      const isOver = isRefusal(error, 'ticket.step', 'resource.missing');
      if (isOver) showToast(copy['ticket.ended']);
      if (isOver) forgetTickets(client);
      return isOver;
    },
  );
  return (
    <Button look="plain" aria-label={fillCopy(copy['ticket.join.of'], { n: number })} {...join}>
      {copy['ticket.join']}
    </Button>
  );
}
