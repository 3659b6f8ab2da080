import { readMailedCode } from '@madang/contract/accounts/rules';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { asTyped, TextField, type TextFieldProps } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useAction } from '../campus/use-action.ts';
import { leaveSession, useSession } from '../session/session.ts';

/** Renders a field for the six digits of a mail; the input is parsed when sent. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...asTyped}
      {...props}
      label={copy['code.label']}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

/** Returns the error of a code before it is sent. */
export function findCodeError(typed: string): string | undefined {
  if (typed.trim() === '') return copy['code.required'];
  return readMailedCode(typed) === null ? copy['code.shape'] : undefined;
}

/** Whether the code has no attempts left or was used. */
export const isCodeSpent = (error: unknown): boolean => isRefusal(error, 'mailedCode.spent', 'token.spent');

/** Returns the message about the code; undefined for other errors. */
export function describeCodeRefusal(error: unknown): string | undefined {
  if (isRefusal(error, 'mailedCode.wrong')) return copy['code.wrong'];
  return isCodeSpent(error) ? copy['code.spent'] : undefined;
}

/** Requests a reset mail; the following page accepts its code. */
export async function sendResetMail(email: string): Promise<void> {
  await call('POST /api/password-reset', { body: { email } });
  showToast(copy['info.reset.sent']);
  navigate('/reset', { replace: window.location.pathname === '/reset' });
}

/** Navigates to the login after a new password: all sessions have ended, including this one. */
export function goToLogin(client: QueryClient, done: string): void {
  leaveSession(client, '/login');
  showToast(done);
  navigate('/login', { replace: true });
}

interface ResetMailAgainProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  label: string;
  onSent?: () => void;
}

/** Requests a new mail: a user's address is known, a visitor types it. */
export function ResetMailAgain({ label, onSent, ...look }: ResetMailAgainProps) {
  const { user } = useSession();
  const again = useAction(async () => {
    await sendResetMail(user?.email ?? '');
    onSent?.();
  });
  if (user)
    return (
      <Button {...look} {...again}>
        {label}
      </Button>
    );
  return (
    <ButtonLink {...look} to="/sendPasswordResetEmail">
      {label}
    </ButtonLink>
  );
}
