import { KIND_WORDS } from '@madang/contract/tickets/words';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { FacilityTabs, TicketLine } from './ticket-line.tsx';
import { type OpenTickets, ticketsQuery } from './ticket-queries.ts';
import styles from './ticket.module.css';
import { Link, useSearchParams } from '../../lib/router.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';

/** Lists the campus's open tickets by building, the longest waiting first [TK-03]. */
export default function TicketsScreen() {
  const [query] = useSearchParams();
  const building = query.get('building');
  const tickets = useQuery(ticketsQuery);
  const pack = useQuery(packQuery);
  const failed = [tickets, pack].find(({ data, error }) => error && !data);
  const buildings = pack.data?.buildings;
  return (
    <Screen title={copy['ticket.title']} heading="shown">
      <FacilityTabs current="/tickets" />
      <div className={styles.list}>
        <ButtonLink to={`/tickets/new${building ? `?${new URLSearchParams({ building })}` : ''}`}>
          {copy['ticket.report']}
        </ButtonLink>
        {building === null ? null : (
          <ButtonLink look="quiet" to="/tickets" replace>
            {copy['ticket.all']}
          </ButtonLink>
        )}
      </div>
      {failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : tickets.data && buildings ? (
        <Groups open={tickets.data} building={building} buildings={buildings} />
      ) : (
        <div className={styles.list} role="status" aria-label={copy['state.loading']}>
          <Skeleton height="64px" />
          <Skeleton height="64px" />
        </div>
      )}
    </Screen>
  );
}

interface GroupsProps {
  open: OpenTickets;
  building: string | null;
  buildings: readonly { id: string; name: string }[];
}

function Groups({ open: { tickets, medians }, building, buildings }: GroupsProps) {
  const shown = tickets.filter(({ buildingId }) => building === null || buildingId === building);
  // In the order of their oldest tickets.
  const ids = [...new Set(shown.map(({ buildingId }) => buildingId))];
  const none = building === null ? copy['ticket.none'] : copy['ticket.none.here'];
  if (ids.length === 0) return <StateMessage picture="posts" text={none} />;
  return ids.map((id) => {
    const own = shown.filter(({ buildingId }) => buildingId === id);
    const what = medians
      .filter(({ buildingId, kind }) => buildingId === id && own.some((ticket) => ticket.kind === kind))
      .map(({ kind, days }) => ({ kind: KIND_WORDS[kind], n: Math.max(1, Math.round(days)) }))
      .map((usual) => fillCopy(copy['ticket.median.kind'], usual));
    return (
      <section key={id} className={styles.list}>
        <h2>
          <Link to={`/building/${id}/view`}>{buildings.find((one) => one.id === id)?.name ?? id}</Link>
        </h2>
        {what.length > 0 ? (
          <p className={styles.note}>{fillCopy(copy['ticket.median'], { what: what.join(', ') })}</p>
        ) : null}
        <ul>
          {own.map((ticket) => (
            <li key={ticket.id}>
              <TicketLine ticket={ticket} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
