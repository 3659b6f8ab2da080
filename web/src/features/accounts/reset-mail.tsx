import type { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { forgetSearches } from '../session/own-searches.ts';
import { leaveSession, useSession } from '../session/session.ts';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';

/** Requests a reset mail; the following page accepts its code. */
export async function sendResetMail(email: string): Promise<void> {
  await call('POST /api/password-reset', { body: { email } });
  showToast(copy['info.reset.sent']);
  navigate('/reset', { replace: window.location.pathname === '/reset' });
}

/** Navigates to the login after a new password: all sessions have ended, including this one. */
export function goToLogin(client: QueryClient, done: string): void {
  forgetSearches();
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
