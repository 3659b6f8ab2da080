import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { TicketLine } from './ticket-line.tsx';
import { ticketsKey } from './ticket-queries.ts';
import styles from './ticket.module.css';
import { ask } from '../../lib/api.ts';
import { Skeleton } from '../../components/states.tsx';

const ownTicketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'own'],
  ...ask('GET /api/profile/tickets', undefined, ({ tickets }) => tickets),
});
const browse = { label: copy['ticket.own.browse'], to: '/tickets' };

/** Lists the student's tickets and those they joined [TK-06]. */
export default function OwnTicketsScreen() {
  const { data: tickets, error, refetch } = useQuery(ownTicketsQuery);
  const { data: buildings } = useQuery(buildingsQuery);
  return (
    <Screen title={copy['ticket.own']} heading="shown">
      {tickets?.length === 0 ? <EmptyBoard text={copy['ticket.own.none']} action={browse} /> : null}
      {error && !tickets ? <Failure error={error} onRetry={refetch} /> : null}
      {tickets || error ? null : <Skeleton height="64px" />}
      <ul className={styles.list}>
        {tickets?.map(({ own, ...ticket }) => (
          <li key={ticket.id}>
            <TicketLine
              ticket={ticket}
              building={buildings?.find(({ id }) => id === ticket.buildingId)?.name}
              note={own ? copy['ticket.own.mine'] : copy['ticket.own.joined']}
            />
          </li>
        ))}
      </ul>
    </Screen>
  );
}
