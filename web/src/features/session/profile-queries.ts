import type { Me } from '@madang/contract/accounts/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { setUser } from './session.ts';

/** Query of the user's profile; it makes the server recheck the writing right. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ client }): Promise<Me> => {
    const { user } = await call('GET /api/profile');
    setUser(client, user);
    return user;
  },
});

/** Query of the writing right alone: never served from an earlier profile read. */
export const writingRightQuery = queryOptions({
  ...profileQuery,
  queryKey: [...profileQuery.queryKey, 'right'],
  staleTime: 0,
  gcTime: 0,
});
