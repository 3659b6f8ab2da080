import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { ask, call, isRefusal, type Output } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { Failure } from '../campus/failure.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { askPasskey, NoPasskeyError } from './ask-passkey.ts';
import styles from './staff.module.css';

/** Query of the challenge; refetched each time, since it is valid once and for minutes. */
const startQuery = queryOptions({
  queryKey: ['confirmation'],
  ...ask('POST /api/moderation/confirmation/start', undefined),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

const leads: Record<Output<'POST /api/moderation/confirmation/start'>['step'], string> = {
  none: copy['staff.confirm'],
  use: copy['staff.confirm.use'],
  make: copy['staff.confirm.make'],
};

/** Asks for the password, and a passkey if the role needs one; then continues in place. */
export function ConfirmPassword({ onDone }: { onDone: () => unknown }) {
  const { describeError } = useProblemText();
  const { data: start, error, refetch } = useQuery(startQuery);
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? copy['error.password.required'] : undefined }),
    send: async ({ password }) => {
      if (!start) return;
      const passkey = await askPasskey(start);
      await call('POST /api/moderation/confirmation', { body: { password, passkey } });
      await onDone();
    },
    onError: (failure) => {
      // The challenge is used up.
      void refetch();
      const wrong = isRefusal(failure, 'account.reauthentication');
      if (wrong) showToast(copy['error.reauth']);
      else if (failure instanceof NoPasskeyError) showToast(copy['passkey.none']);
      else if (isRefusal(failure, 'passkey.refused')) showToast(copy['passkey.refused']);
      else showToast(describeError(failure));
      return wrong ? { password: copy['error.reauth'] } : undefined;
    },
  });
  if (!start)
    return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton width="100%" height="160px" />;
  return (
    <form className={styles.confirm} {...form.form}>
      <p>{leads[start.step]}</p>
      <PasswordField {...form.field('password')} />
      <Button type="submit" busy={form.busy}>
        {copy['staff.confirm.submit']}
      </Button>
    </form>
  );
}
