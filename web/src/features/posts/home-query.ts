import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

/** Query of home's posts and the newest times; refetched whenever home is shown. */
export const homeQuery = queryOptions({ queryKey: ['home'], ...ask('GET /api/home', undefined) });
