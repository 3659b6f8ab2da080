import { readMailedCode } from '@madang/contract/accounts/rules';
import type { Me } from '@madang/contract/accounts/schema';
import { loginPath, readNextPath } from '@madang/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { navigate, Navigate, useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { startSession, useFreshSession } from '../session/session.ts';
import { useVerificationMail } from './account-notices.tsx';
import { CodeField, describeCodeRefusal, findCodeError, isCodeSpent } from './mailed-codes.tsx';

/** Target of verification mails, whose link opening does not use up; without a link it waits. */
export default function VerifyScreen() {
  const { user } = useFreshSession();
  const { pathname, search, state } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? '';
  const next = readNextPath(search) ?? '/';
  const [spent, setSpent] = useState(false);
  const [waiting] = useState(token === '' && user?.emailVerified === false);

  return (
    <Screen title={copy['verify.heading']} heading="shown">
      {user ? null : (
        <Step text={copy['verify.login']}>
          <ButtonLink to={loginPath(`${pathname}${search}`)}>{copy['login.submit']}</ButtonLink>
        </Step>
      )}
      {user?.emailVerified ? (
        waiting ? (
          <GoOn to={next} user={user} />
        ) : (
          <Step text={copy['info.verified.already']}>
            <ButtonLink to="/" replace>
              {copy['action.home']}
            </ButtonLink>
          </Step>
        )
      ) : null}
      {user?.emailVerified === false ? (
        token === '' ? (
          <Wait email={user.email} browse={findBrowsed(next, state)} />
        ) : spent ? (
          <Step text={copy['verify.spent']} alert>
            <SendAgain onSent={() => navigate('/verify', { replace: true })} />
          </Step>
        ) : (
          <Confirm token={token} email={user.email} onSpent={() => setSpent(true)} />
        )
      ) : null}
    </Screen>
  );
}

/** Continues: the code was right, or the link was used elsewhere. */
function GoOn({ to, user }: { to: string; user: Me }) {
  const { state } = useLocation();
  useEffect(() => tellVerified(user), [user]);
  return <Navigate to={to} replace state={state} />;
}

function tellVerified({ writingRight }: Me): void {
  showToast(writingRight ? copy['verify.done.right'] : copy['verify.done']);
}

/** Returns the path to browse meanwhile: the board instead of a post form, which would lead back. */
function findBrowsed(next: string, state: unknown): string {
  if (!/^\/write(?:[?#]|$)/.test(next)) return next;
  const { from } = (state ?? {}) as { from?: unknown };
  return typeof from === 'string' ? from : '/';
}

/** Follows the sign-up [decision 0016]: nothing requires the mail yet. */
function Wait({ email, browse }: { email: string; browse: string }) {
  return (
    <>
      <h2 className="px-margin text-large font-bold pb-2">{copy['verify.wait']}</h2>
      <p className="px-margin text-soft pb-5">{fillCopy(copy['verify.wait.explain'], { email })}</p>
      <VerifyByCode />
      <Step text={copy['verify.wait.hint']}>
        <ButtonLink look="plain" to={browse} replace>
          {copy['action.browse']}
        </ButtonLink>
        <SendAgain look="plain" />
        <ButtonLink look="quiet" to="/mypage/viewprofile/changeEmail">
          {copy['verify.change']}
        </ButtonLink>
      </Step>
    </>
  );
}

function Step({ text, children, alert = false }: { text: string; children: ReactNode; alert?: boolean }) {
  return (
    <>
      <p className="px-margin text-soft pb-5" role={alert ? 'alert' : undefined}>
        {text}
      </p>
      <div className="flex-col gap-3 px-margin pb-8">{children}</div>
    </>
  );
}

function Confirm({ token, email, onSpent }: { token: string; email: string; onSpent: () => void }) {
  const client = useQueryClient();
  const confirm = useAction(
    async () => {
      const { user } = await call('POST /api/verification/confirmation', { body: { token } });
      tellVerified(user);
      startSession(client, user);
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

interface SendAgainProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  onSent?: () => void;
}

function SendAgain({ onSent = () => {}, ...look }: SendAgainProps) {
  return (
    <Button {...look} {...useVerificationMail(onSent)}>
      {copy['verify.again']}
    </Button>
  );
}

/** Accepts the code of the expected mail: mailed links never open an installed app. */
function VerifyByCode() {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const [spent, setSpent] = useState(false);
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: findCodeError(code) }),
    send: async ({ code }) => {
      const body = { code: readMailedCode(code) ?? '' };
      // The page continues once the session is verified.
      startSession(client, (await call('POST /api/verification/code', { body })).user);
    },
    onError: (error) => {
      const refused = describeCodeRefusal(error);
      if (!refused) showToast(describeError(error));
      setSpent(isCodeSpent(error));
      return { code: refused };
    },
  });
  const again = useVerificationMail(() => {
    form.fill({ code: '' });
    setSpent(false);
  });
  return (
    <form className="flex-col gap-5 px-margin pb-8" {...form.form}>
      <CodeField {...form.field('code')} />
      {spent ? (
        <Button {...again}>{copy['code.again']}</Button>
      ) : (
        <Button type="submit" busy={form.busy}>
          {copy['code.submit']}
        </Button>
      )}
    </form>
  );
}
