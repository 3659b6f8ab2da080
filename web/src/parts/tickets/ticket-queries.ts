import type { OwnTicket } from '@madang/contract/tickets/schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { ask, isRefusal, type Output } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';

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

/** Whether an open ticket says that this amenity is broken [TK-03]. */
export function useBroken(amenityId: string): boolean {
  const isBroken = ({ tickets }: OpenTickets) => tickets.some((ticket) => ticket.amenityId === amenityId);
  return useQuery({ ...ticketsQuery, select: isBroken }).data ?? false;
}

/** Shows a ticket as the server answered it; the lists have it otherwise now. */
export function showTicket(client: QueryClient, own: OwnTicket): void {
  client.setQueryData(ticketQuery(own.ticket.id).queryKey, own);
  void client.invalidateQueries({ queryKey: ticketsKey });
}

/** Says so where a ticket went on meanwhile, and asks how it is now. */
export function tellOver(client: QueryClient, error: unknown): boolean {
  const isOver = isRefusal(error, 'ticket.step', 'undo.late', 'resource.missing');
  if (isOver) showToast(copy['ticket.over']);
  if (isOver) void client.invalidateQueries({ queryKey: ticketsKey });
  return isOver;
}
