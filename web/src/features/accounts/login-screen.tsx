import { formatDateTime } from '@madang/contract/time/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmailField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, call, isRefusal, peekSent, type SentForm } from '../../lib/api.ts';
import { logMessage, useHydrated } from '../../lib/page.ts';
import { useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { describeWait, useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { sessionQuery, startSession } from '../session/session.ts';
import { readEmail } from '../session/user-storage.ts';
import styles from './account-form.module.css';
import { PasswordField } from './password-field.tsx';

function useLogin(email: string, sent: SentForm | null) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const { timeZone } = useCampus();

  /** Returns one message for all sign-in errors; other errors keep theirs [ER-02]. */
  function describeFailure(error: unknown): string {
    if (isRefusal(error, 'session.credentials', 'input.invalid')) return copy['error.login'];
    if (isRefusal(error, 'limit.reached') && error.retryAfter !== undefined) {
      return fillCopy(copy['login.failed.busy'], { wait: describeWait(error.retryAfter) });
    }
    if (isRefusal(error, 'account.closed') && error.closure) {
      const { text, endsAt } = error.closure;
      return fillCopy(copy['error.account.closed'], {
        date: formatDateTime(new Date(endsAt), timeZone),
        reason: text ?? copy['reason.other'],
      });
    }
    return describeError(error);
  }

  return useForm({
    initial: { email, password: '', ...sent?.values },
    refused: sent ? { password: describeFailure(new ApiError(sent.problem)) } : undefined,
    validate: ({ email, password }) => ({
      email: email.trim() === '' ? copy['error.email.required'] : undefined,
      password: password === '' ? copy['error.password.required'] : undefined,
    }),
    alert: copy['error.required'],
    send: async (values) => {
      const session = await call('POST /api/session', { body: values });
      if (session.user) {
        // Stored before the session begins: the guard then unmounts this screen.
        client.setQueryData(sessionQuery.queryKey, session);
        startSession(client, session.user);
      }
      // An account without a profile stays logged out; only the console shows why [ST-02].
      else logMessage(copy['console.noProfile']);
    },
    onError: (error) => {
      showToast(describeFailure(error));
      return isRefusal(error, 'session.credentials') ? { password: copy['error.login'] } : undefined;
    },
  });
}

export default function LoginScreen() {
  const { inquiryUrl } = useCampus();
  const official = useOfficial();
  const { pathname, search } = useLocation();
  // Uses only this parameter, like the server: both renderings must be equal.
  const next = new URLSearchParams(search).get('next');
  const query = next === null ? '' : `?${new URLSearchParams({ next })}`;
  // Stored on the device, so a server-rendered page starts without it.
  const hydrated = useHydrated();
  const [lastEmail, setLastEmail] = useState(() => (hydrated ? readEmail() : ''));
  const sent = import.meta.env.SSR ? peekSent() : null;
  const form = useLogin(lastEmail, sent);
  const { email } = form.values;
  useEffect(() => {
    const stored = readEmail();
    if (!hydrated || stored === '') return;
    setLastEmail(stored);
    if (email === '') form.set('email', stored);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Runs once: later input is the user's.
  }, [hydrated]);

  return (
    <Screen title={copy['login.heading']}>
      {lastEmail ? (
        <p className="px-margin text-soft pb-5" role="alert">
          {copy['login.ended']}
        </p>
      ) : (
        <Welcome />
      )}
      <form
        className="flex-col gap-5 px-margin pb-8"
        {...form.form}
        action={`/login${pathname === '/login' ? query : ''}`}
      >
        <EmailField {...form.field('email')} label={copy['login.email']} autoComplete="username" />
        <PasswordField {...form.field('password')} />
        <Button type="submit" busy={form.busy}>
          {copy['login.submit']}
        </Button>
        <ButtonLink look="plain" to={`/signup${query}`}>
          {copy['login.signup']}
        </ButtonLink>
        <div className="row flex-wrap justify-center gap-x-2">
          <ButtonLink look="quiet" to="/sendPasswordResetEmail" state={official ? { email } : undefined}>
            {copy['login.forgot']}
          </ButtonLink>
          <ButtonLink look="quiet" to={inquiryUrl} target="_blank" rel="noopener noreferrer">
            {copy['login.inquiry']}
          </ButtonLink>
        </div>
      </form>
    </Screen>
  );
}

/** Renders the campus picture and one sentence for first-time visitors. */
function Welcome() {
  const { product } = useCampus();
  return (
    <div>
      <picture>
        <source srcSet="/campus/welcome-dark.webp" media="(prefers-color-scheme: dark)" />
        <img
          className={`w-full bg-surface-strong object-cover ${styles.welcome}`}
          src="/campus/welcome.webp"
          alt=""
          width={840}
          height={420}
        />
      </picture>
      <p className={`px-margin text-soft text-center pt-4 pb-5 ${styles.tagline}`}>{product.tagline}</p>
    </div>
  );
}
