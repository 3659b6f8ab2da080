import type { Me } from '@madang/contract/accounts/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { setUser } from './session.ts';

/** The own profile; asking for it makes the server check the writing right again. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ client }): Promise<Me> => {
    const { user } = await call('GET /api/profile');
    setUser(client, user);
    return user;
  },
});

/** The same, asked for the right alone: never answered by what an earlier look at the profile said. */
export const writingRightQuery = queryOptions({
  ...profileQuery,
  queryKey: [...profileQuery.queryKey, 'right'],
  staleTime: 0,
  gcTime: 0,
});
