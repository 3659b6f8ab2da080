import { passwordProblem } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { describeStrength } from '../../parts/campus/password-note.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useAction } from '../../parts/campus/use-action.ts';
import { announceSession } from '../../parts/session/session-channel.ts';
import { leaveSession, useSession } from '../../parts/session/session.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { navigate } from '../../router/browser-history.ts';
import { useSearchParams } from '../../router/router.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './account-form.module.css';

/** What a mailed link asks for: both end in a new password. */
interface Purpose {
  endpoint: 'POST /api/password-reset/confirmation' | 'POST /api/profile/email/undo';
  heading: string;
  lead?: string;
  submit: string;
  done: string;
  spent: string;
}

const reset: Purpose = {
  endpoint: 'POST /api/password-reset/confirmation',
  heading: copy['reset.new.heading'],
  submit: copy['reset.new.submit'],
  done: copy['done.password'],
  spent: copy['reset.spent'],
};

const undo: Purpose = {
  endpoint: 'POST /api/profile/email/undo',
  heading: copy['undo.heading'],
  lead: copy['undo.explain'],
  submit: copy['undo.submit'],
  done: copy['undo.done'],
  spent: copy['undo.spent'],
};

/** The page a reset mail or the notice of a changed address leads to: opening it uses nothing up, only the button does. */
export default function ResetScreen() {
  const [search] = useSearchParams();
  const purpose = search.has('undo') ? undo : reset;
  const token = search.get('undo') ?? search.get('token') ?? '';
  const [spent, setSpent] = useState(token === '');
  return (
    <Screen title={purpose.heading} heading="shown">
      {spent ? (
        <SpentLink text={purpose.spent} />
      ) : (
        <NewPasswordForm purpose={purpose} token={token} onSpent={() => setSpent(true)} />
      )}
    </Screen>
  );
}

interface NewPasswordFormProps {
  purpose: Purpose;
  token: string;
  onSpent: () => void;
}

function NewPasswordForm({ purpose, token, onSpent }: NewPasswordFormProps) {
  const client = useQueryClient();
  const { describeField, describeFields, describeError } = useProblemText();
  const form = useForm({
    initial: { password: '', passwordConfirm: '' },
    validate: ({ password, passwordConfirm }) => {
      const problem = passwordProblem(password);
      return {
        ...(problem ? { password: describeField(problem) } : {}),
        ...(password === passwordConfirm ? {} : { passwordConfirm: copy['error.password.confirm'] }),
      };
    },
    onInvalid: (errors) => showToast(errors.password ?? errors.passwordConfirm ?? copy['error.required']),
    submit: async ({ password }) => {
      try {
        await call(purpose.endpoint, { body: { token, password } });
      } catch (error) {
        if (isRefusal(error, 'input.invalid')) {
          const { password: wrong } = describeFields(error);
          if (wrong) return { password: wrong };
        }
        if (isRefusal(error, 'token.spent', 'input.invalid')) onSpent();
        else showToast(describeError(error));
        return undefined;
      }
      // Every session of the account is over, this browser's included.
      announceSession('signed-out');
      leaveSession(client, '/login');
      showToast(purpose.done);
      navigate('/login', { replace: true });
      return undefined;
    },
  });
  return (
    <>
      {purpose.lead ? <p className={styles.lead}>{purpose.lead}</p> : null}
      <form className={styles.form} {...form.form}>
        <PasswordField
          {...form.field('password')}
          label={copy['reset.new.password']}
          note={describeStrength(form.values.password)}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('passwordConfirm')}
          label={copy['reset.new.confirm']}
          autoComplete="new-password"
        />
        <Button type="submit" busy={form.busy}>
          {purpose.submit}
        </Button>
      </form>
    </>
  );
}

/** Asks for a new mail: a student's address is known, a visitor types it. */
function SpentLink({ text }: { text: string }) {
  const { user } = useSession();
  const again = useAction(async () => {
    await call('POST /api/password-reset', { body: { email: user?.email ?? '' } });
    showToast(copy['info.reset.sent']);
  });
  return (
    <>
      <p className={styles.lead} role="alert">
        {text}
      </p>
      <div className={styles.actions}>
        {user ? (
          <Button {...again}>{copy['reset.again']}</Button>
        ) : (
          <ButtonLink to="/sendPasswordResetEmail">{copy['reset.again']}</ButtonLink>
        )}
      </div>
    </>
  );
}
