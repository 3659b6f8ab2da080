import { useQueryClient } from '@tanstack/react-query';
import { call, isRefusal } from '../../lib/api.ts';
import { forgetSearches } from '../session/own-searches.ts';
import { leaveSession } from '../session/session.ts';
import { useAction } from '../campus/use-action.ts';

/** Logs out in every tab of this browser; an ended session is no failure. */
export function useLogOut() {
  const client = useQueryClient();
  return useAction(async () => {
    try {
      await call('DELETE /api/session');
    } catch (error) {
      if (!isRefusal(error, 'session.required')) throw error;
    }
    forgetSearches();
    leaveSession(client, '/login');
  });
}
