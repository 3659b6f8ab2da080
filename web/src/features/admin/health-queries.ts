import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const healthQuery = queryOptions({
  queryKey: ['operate', 'health'],
  ...ask('GET /api/operate/health', undefined),
  staleTime: 0,
});
