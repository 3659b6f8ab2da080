import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';

export type OpenTickets = Output<'GET /api/tickets'>;
export type OpenTicket = OpenTickets['tickets'][number];

/** Key prefix of all ticket queries. */
export const ticketsKey = ['tickets'] as const;

/** Query of all open tickets; official edition only. */
export const ticketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'open'],
  ...ask('GET /api/tickets', undefined),
  staleTime: 30_000,
});

/** Whether an open ticket reports this amenity as broken [TK-03]. */
export function useBroken(amenityId: string): boolean {
  const isBroken = ({ tickets }: OpenTickets) => tickets.some((ticket) => ticket.amenityId === amenityId);
  return useQuery({ ...ticketsQuery, select: isBroken }).data ?? false;
}
