import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { sessionQuery } from '../session/session.ts';
import { useAction } from './use-action.ts';

export function useVerificationMail() {
  const client = useQueryClient();
  return useAction(
    async () => {
      await call('POST /api/verification');
      showToast(copy['info.verified.sent']);
    },
    (error) => {
      if (isRefusal(error, 'email.verified')) void client.invalidateQueries(sessionQuery);
      return false;
    },
  );
}
