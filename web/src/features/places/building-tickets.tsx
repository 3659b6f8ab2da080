import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { TicketLine } from '../tickets/ticket-line.tsx';
import { ticketsQuery } from '../tickets/open-tickets.ts';
import { ButtonLink } from '../../components/button.tsx';
import styles from './view.module.css';

/** The facility board lists the rest. */
const SHOWN = 3;

/** Lists a building's open tickets, longest waiting first, with a link to report one [PL-14]. */
export function BuildingTickets({ buildingId }: { buildingId: string }) {
  const { data } = useQuery(ticketsQuery);
  const query = new URLSearchParams({ building: buildingId });
  const own = data?.tickets.filter((ticket) => ticket.buildingId === buildingId);
  if (!own) return null;
  return (
    <section className={styles.tickets}>
      <h2>{copy['ticket.title']}</h2>
      {own.length === 0 ? <p className={styles.source}>{copy['ticket.none.here']}</p> : null}
      <ul>
        {own.slice(0, SHOWN).map((ticket) => (
          <li key={ticket.id}>
            <TicketLine ticket={ticket} />
          </li>
        ))}
      </ul>
      {own.length > SHOWN ? (
        <ButtonLink look="quiet" to={`/tickets?${query}`}>
          {fillCopy(copy['ticket.here.all'], { n: own.length })}
        </ButtonLink>
      ) : null}
      <ButtonLink look="plain" to={`/tickets/new?${query}`}>
        {copy['ticket.report']}
      </ButtonLink>
    </section>
  );
}
