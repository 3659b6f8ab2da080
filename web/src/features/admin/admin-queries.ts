import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { ticketsKey } from '../tickets/ticket-queries.ts';

export const healthQuery = queryOptions({
  queryKey: ['operate', 'health'],
  ...ask('GET /api/operate/health', undefined),
});

export const launchQuery = queryOptions({
  queryKey: ['operate', 'launch'],
  ...ask('GET /api/operate/launch', undefined, ({ parts }) => parts),
});

export const operatedCampusQuery = queryOptions({
  queryKey: ['operate', 'campus'],
  ...ask('GET /api/operate/campus', undefined),
});

/** All users with a role, and all boards. */
export const rolesQuery = queryOptions({
  queryKey: ['operate', 'roles'],
  ...ask('GET /api/operate/roles', undefined),
});

export const sanctionsQuery = queryOptions({
  queryKey: ['operate', 'sanctions'],
  ...ask('GET /api/operate/sanctions', undefined, ({ sanctions }) => sanctions),
});

/** Query key of the last search, kept while the page is open for back navigation. */
export const foundKey = ['operate', 'found'] as const;

export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['operate', 'person', id],
    ...ask('GET /api/operate/people/{id}', { path: { id } }),
  });
}

export const operatedTicketsQuery = queryOptions({
  queryKey: [...ticketsKey, 'operated'],
  ...ask('GET /api/operate/tickets', undefined),
});
