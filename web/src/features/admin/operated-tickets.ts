import { queryOptions } from '@tanstack/react-query';
import { ticketsKey } from '../tickets/ticket-queries.ts';
import { ask } from '../../lib/api.ts';
import { type OperatorAct, useOperatorAct } from './use-operator-act.ts';

export const operatedTicketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'operated'],
  ...ask('GET /api/operate/tickets', undefined),
  staleTime: 0,
});

/** Returns an operator action on a ticket or an office. */
export function useTicketAct(onDone: () => void): OperatorAct {
  return useOperatorAct({ about: operatedTicketsQuery.queryKey, shown: [ticketsKey], onDone });
}
