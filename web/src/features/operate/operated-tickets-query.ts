import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

export type Office = Output<'GET /api/operate/tickets'>['offices'][number];

export const operatedTicketsQuery = queryOptions({
  queryKey: ['operate', 'tickets'],
  ...ask('GET /api/operate/tickets', undefined),
  staleTime: 0,
});
