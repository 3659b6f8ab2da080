import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { TicketLine } from './ticket-line.tsx';
import { type OpenTicket, ticketsQuery } from './open-tickets.ts';
import { showTicket, tellOver } from './ticket-queries.ts';
import styles from './ticket.module.css';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import type { Report } from './report.ts';

const SHOWN = 3;

/** Lists open tickets of the same amenity, or of the kind in the building [TK-01]. */
export function Similar({ report: { buildingId, amenityId, kind } }: { report: Report }) {
  const { data } = useQuery(ticketsQuery);
  const similar = data?.tickets.filter(
    (one) => one.buildingId === buildingId && (one.kind === kind || one.amenityId === amenityId),
  );
  if (!similar?.length) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['ticket.similar']}</h2>
      {similar.slice(0, SHOWN).map((ticket) => (
        <div key={ticket.id}>
          <TicketLine ticket={ticket} />
          <Join ticket={ticket} />
        </div>
      ))}
    </section>
  );
}

/** Joins an existing ticket instead of reporting again. The draft stays on the device. */
function Join({ ticket: { id, number } }: { ticket: OpenTicket }) {
  const client = useQueryClient();
  const join = useAction(
    async () => {
      showTicket(client, await call('PUT /api/tickets/{id}/join', { path: { id } }));
      showToast(copy['ticket.joined.done']);
      navigate(`/post/${id}`, { replace: true });
    },
    (error) => tellOver(client, error),
  );
  return (
    <Button look="plain" aria-label={fillCopy(copy['ticket.join.of'], { n: number })} {...join}>
      {copy['ticket.join']}
    </Button>
  );
}
