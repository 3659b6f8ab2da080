import { copy } from '../../copy.ko.ts';
import { PasswordField } from '../campus/password-field.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './staff.module.css';

/** Asks for the password again; where it was right, one goes on in the same place. */
export function ConfirmPassword({ onDone }: { onDone: () => unknown }) {
  const { describeError } = useProblemText();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? copy['error.required'] : undefined }),
    send: async (body) => {
      await call('POST /api/moderation/confirmation', { body });
      await onDone();
    },
    onError: (error) => {
      const wrong = isRefusal(error, 'account.reauthentication');
      showToast(wrong ? copy['error.reauth'] : describeError(error));
      return wrong ? { password: copy['error.reauth'] } : undefined;
    },
  });
  return (
    <form className={styles.confirm} {...form.form}>
      <p>{copy['staff.confirm']}</p>
      <PasswordField
        {...form.field('password')}
        label={copy['login.password']}
        autoComplete="current-password"
      />
      <Button type="submit" busy={form.busy}>
        {copy['staff.confirm.submit']}
      </Button>
    </form>
  );
}
