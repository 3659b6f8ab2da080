import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useAction } from '../../parts/campus/use-action.ts';
import { loginPath } from '../../parts/session/next-path.ts';
import { announceSession } from '../../parts/session/session-channel.ts';
import { setStudent, useSession } from '../../parts/session/session.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { navigate } from '../../router/browser-history.ts';
import { useLocation } from '../../router/router.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './account-form.module.css';

/** The page a verification mail leads to: opening it uses nothing up, only the button does. */
export function VerifyScreen() {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? '';
  const [spent, setSpent] = useState(token === '');

  return (
    <Screen title={copy['verify.heading']} heading="shown">
      {user ? null : (
        <Step text={copy['verify.login']}>
          <ButtonLink to={loginPath(`${pathname}${search}`)}>{copy['login.submit']}</ButtonLink>
        </Step>
      )}
      {user?.emailVerified ? (
        <Step text={copy['info.verified.already']}>
          <ButtonLink to="/" replace>
            {copy['action.home']}
          </ButtonLink>
        </Step>
      ) : null}
      {user && !user.emailVerified && !spent ? (
        <Confirm token={token} email={user.email} onSpent={() => setSpent(true)} />
      ) : null}
      {user && !user.emailVerified && spent ? <SendAgain /> : null}
    </Screen>
  );
}

function Step({ text, children, alert = false }: { text: string; children: ReactNode; alert?: boolean }) {
  return (
    <>
      <p className={styles.lead} role={alert ? 'alert' : undefined}>
        {text}
      </p>
      <div className={styles.actions}>{children}</div>
    </>
  );
}

function Confirm({ token, email, onSpent }: { token: string; email: string; onSpent: () => void }) {
  const client = useQueryClient();
  const confirm = useAction(
    async () => {
      const { user } = await call('POST /api/verification/confirmation', { body: { token } });
      showToast(user.writingRight ? copy['verify.done.right'] : copy['verify.done']);
      announceSession('signed-in');
      setStudent(client, user);
      navigate('/', { replace: true });
    },
    (error) => {
      if (!isRefusal(error, 'token.spent', 'input.invalid')) return false;
      onSpent();
      return true;
    },
  );
  return (
    <Step text={fillCopy(copy['verify.explain'], { email })}>
      <Button {...confirm}>{copy['verify.submit']}</Button>
    </Step>
  );
}

function SendAgain() {
  const again = useAction(async () => {
    await call('POST /api/verification');
    showToast(copy['info.verified.sent']);
  });
  return (
    <Step text={copy['verify.spent']} alert>
      <Button {...again}>{copy['verify.again']}</Button>
    </Step>
  );
}
