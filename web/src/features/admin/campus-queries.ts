import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const operatedCampusQuery = queryOptions({
  queryKey: ['operate', 'campus'],
  ...ask('GET /api/operate/campus', undefined),
  staleTime: 0,
});
