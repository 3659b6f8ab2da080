import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** The posts of home, and what is newest where; asked for each time that home is shown. */
export const homeQuery = queryOptions({ queryKey: ['home'], ...ask('GET /api/home', undefined) });
