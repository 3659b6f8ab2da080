import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { packQuery } from '../../parts/campus/campus-queries.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { FacilityTabs } from '../../parts/tickets/facility-tabs.tsx';
import { TicketLine } from '../../parts/tickets/ticket-line.tsx';
import { type OpenTicket, type OpenTickets, ticketsQuery } from '../../parts/tickets/ticket-queries.ts';
import { kindTexts } from '../../parts/tickets/ticket-texts.ts';
import { Link } from '../../router/link.tsx';
import { useSearchParams } from '../../router/router.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import styles from './tickets.module.css';

/** What is broken on the campus, by building, what waits longest first [TK-03]. */
export default function TicketsScreen() {
  const [query] = useSearchParams();
  const building = query.get('building');
  const tickets = useQuery(ticketsQuery);
  const pack = useQuery(packQuery);
  const failed = [tickets, pack].find(({ data, error }) => error && !data);
  const names = new Map(pack.data?.buildings.map(({ id, name }) => [id, name]));
  const reportPath = building ? `/tickets/new?${new URLSearchParams({ building })}` : '/tickets/new';
  return (
    <Screen title={copy['ticket.title']} heading="shown">
      <FacilityTabs current="tickets" />
      <div className={styles.top}>
        <ButtonLink to={reportPath}>{copy['ticket.report']}</ButtonLink>
        {building === null ? null : (
          <ButtonLink look="quiet" to="/tickets" replace>
            {copy['ticket.all']}
          </ButtonLink>
        )}
      </div>
      {failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : tickets.data && pack.data ? (
        <Groups open={tickets.data} building={building} names={names} />
      ) : (
        <div className={styles.waiting} role="status" aria-label={copy['state.loading']}>
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} height="64px" />
          ))}
        </div>
      )}
    </Screen>
  );
}

interface GroupsProps {
  open: OpenTickets;
  building: string | null;
  names: ReadonlyMap<string, string>;
}

function Groups({ open: { tickets, medians }, building, names }: GroupsProps) {
  const shown = tickets.filter(({ buildingId }) => building === null || buildingId === building);
  // In the order of their oldest ones.
  const ids = [...new Set(shown.map(({ buildingId }) => buildingId))];
  if (ids.length === 0)
    return (
      <StateMessage
        picture="posts"
        text={building === null ? copy['ticket.none'] : copy['ticket.none.here']}
      />
    );
  return ids.map((id) => {
    const own = shown.filter(({ buildingId }) => buildingId === id);
    const usual = describeMedians(own, medians);
    return (
      <section key={id} className={styles.group}>
        <h2>
          <Link to={`/building/${encodeURIComponent(id)}/view`}>{names.get(id) ?? id}</Link>
        </h2>
        {usual ? <p className={styles.usual}>{usual}</p> : null}
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

/** How long what is broken here took before, kind by kind; empty where nobody knows. */
function describeMedians(tickets: readonly OpenTicket[], medians: OpenTickets['medians']): string {
  const known = medians.filter(({ buildingId, kind }) =>
    tickets.some((ticket) => ticket.buildingId === buildingId && ticket.kind === kind),
  );
  const said = known.map(({ kind, days }) =>
    fillCopy(copy['ticket.median.kind'], { kind: kindTexts[kind], n: Math.max(1, Math.round(days)) }),
  );
  return said.length === 0 ? '' : fillCopy(copy['ticket.median'], { what: said.join(', ') });
}
