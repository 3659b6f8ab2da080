import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

export type OpenTickets = Output<'GET /api/tickets'>;
export type OpenTicket = OpenTickets['tickets'][number];

/** Of every question about tickets. */
export const ticketsKey = ['tickets'] as const;

/** All that is broken now; official edition only. */
export const ticketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'open'],
  ...ask('GET /api/tickets', undefined),
  staleTime: 30_000,
});

/** Whether an open ticket says that this amenity is broken [TK-03]. */
export function useBroken(amenityId: string): boolean {
  const isBroken = ({ tickets }: OpenTickets) => tickets.some((ticket) => ticket.amenityId === amenityId);
  return useQuery({ ...ticketsQuery, select: isBroken }).data ?? false;
}
