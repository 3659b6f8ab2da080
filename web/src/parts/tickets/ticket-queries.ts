import type { OwnTicket } from '@madang/contract/tickets/schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
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

/** One ticket as the student sees it. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, id],
    ...ask('GET /api/tickets/{id}', { path: { id } }, (own): OwnTicket => own),
    staleTime: 0,
  });

export const ownTicketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'own'],
  ...ask('GET /api/profile/tickets', undefined, ({ tickets }) => tickets),
  staleTime: 0,
});

/** Whether an open ticket says that this amenity is broken [TK-03]. */
export function useBroken(amenityId: string): boolean {
  const isBroken = ({ tickets }: OpenTickets) => tickets.some((ticket) => ticket.amenityId === amenityId);
  return useQuery({ ...ticketsQuery, select: isBroken }).data ?? false;
}

/** The lists have it otherwise now. */
export function forgetTickets(client: QueryClient): void {
  for (const query of [ticketsQuery, ownTicketsQuery]) void client.invalidateQueries(query);
}

/** Shows a ticket as the server answered it. */
export function showTicket(client: QueryClient, own: OwnTicket): void {
  client.setQueryData(ticketQuery(own.ticket.id).queryKey, own);
  forgetTickets(client);
}
