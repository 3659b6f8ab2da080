import type { OwnTicket } from '@madang/contract/tickets/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { ask, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { ticketsKey } from './open-tickets.ts';

/** One ticket as the student sees it. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, id],
    ...ask('GET /api/tickets/{id}', { path: { id } }, (own): OwnTicket => own),
    staleTime: 0,
  });

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
