import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { sessionQuery } from '../session/session.ts';
import { useAction } from '../campus/use-action.ts';

/** @param onSent default: opens the page for the code of the mail. */
export function useVerificationMail(onSent: () => void = () => navigate('/verify')) {
  const client = useQueryClient();
  return useAction(
    async () => {
      await call('POST /api/verification');
      showToast(copy['info.verified.sent']);
      onSent();
    },
    (error) => {
      if (isRefusal(error, 'email.verified')) void client.invalidateQueries(sessionQuery);
      return false;
    },
  );
}
