import type { OwnTicket } from '@madang/contract/tickets/schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { ask, isRefusal, type Output } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';

export type OpenTickets = Output<'GET /api/tickets'>;
export type OpenTicket = OpenTickets['tickets'][number];

export const ticketsKey = ['tickets'] as const;

/** Query of one ticket as the student sees it. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, id],
    ...ask('GET /api/tickets/{id}', { path: { id } }, (own): OwnTicket => own),
  });

/** Shows a ticket from the server's answer, and invalidates the lists. */
export function showTicket(client: QueryClient, own: OwnTicket): void {
  client.setQueryData(ticketQuery(own.ticket.id).queryKey, own);
  void client.invalidateQueries({ queryKey: ticketsKey });
}

/** Shows that a ticket changed meanwhile, and refetches it; false for other errors. */
export function tellOver(client: QueryClient, error: unknown): boolean {
  const isOver = isRefusal(error, 'ticket.step', 'undo.late', 'resource.missing');
  if (isOver) showToast(copy['ticket.over']);
  if (isOver) void client.invalidateQueries({ queryKey: ticketsKey });
  return isOver;
}

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
