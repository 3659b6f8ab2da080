import { DECISION_TEXT_MAX, decisionProblem } from '@madang/contract/moderation/rules';
import type { PasskeyAnswer } from '@madang/contract/moderation/staff-schema';
import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type QueryKey, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Skeleton } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call, isRefusal, type Output } from '../../lib/api.ts';
import { Navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField } from '../accounts/password-field.tsx';
import { Failure } from '../campus/failure.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import styles from './staff.module.css';

/** Refetched: the role may have changed since the session began on this device. */
const roleQuery = { queryKey: ['role'], ...ask('GET /api/session', undefined), staleTime: 0 };

interface StaffScreenProps<Data, Key extends QueryKey> {
  title: string;
  /** True for operators only; otherwise any role. */
  operator?: boolean;
  /** Query of the screen's data, refetched if a write needs the password, to ask for it. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  /** Laptop layout: side-by-side parts, or a wide frame with its own layout; default: a phone's column. */
  wide?: 'columns' | 'own';
  children: (data: Data, refetch: () => Promise<unknown>) => ReactNode;
}

/** Renders a screen for users with a role, after a password check [MO-08]; others get an unknown address. */
export function StaffScreen<Data, Key extends QueryKey>({
  title,
  operator = false,
  query,
  wide,
  children,
}: StaffScreenProps<Data, Key>) {
  const role = useQuery(roleQuery);
  const held = role.data?.role;
  const allowed = operator ? held?.operator === true : Boolean(held);
  const answer = useQuery({ ...query, enabled: allowed, retry: false });
  if (role.isFetchedAfterMount && role.data && !allowed) return <Navigate to="/" replace />;
  const error = role.error ?? answer.error;
  const asked = isRefusal(error, 'confirmation.required');
  return (
    <Screen title={title} heading="shown">
      {asked ? <ConfirmPassword onDone={answer.refetch} /> : null}
      {answer.data !== undefined ? (
        // Stays mounted while the password is asked for, so that typed text is kept.
        <div hidden={asked} className={wide ? styles.wide : undefined}>
          <div className={wide === 'columns' ? styles.columns : undefined}>
            {children(answer.data, answer.refetch)}
          </div>
          <ChangePasskey onAsked={answer.refetch} />
        </div>
      ) : asked ? null : error ? (
        <Failure error={error} onRetry={role.error ? role.refetch : answer.refetch} />
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Screen>
  );
}

/** Query of the challenge; refetched each time, since it is valid once and for minutes. */
const startQuery = queryOptions({
  queryKey: ['confirmation'],
  ...ask('POST /api/moderation/confirmation/start', undefined),
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
    <Form className="flex-col gap-4 px-margin pb-6" form={form} submit={copy['staff.confirm.submit']}>
      <p>{leads[start.step]}</p>
      <PasswordField {...form.field('password')} />
    </Form>
  );
}

/** Renders a button that replaces the passkey just used. */
function ChangePasskey({ onAsked }: { onAsked: () => unknown }) {
  const { busy, onClick } = useAction(
    async () => {
      const passkey = await askPasskey(await call('POST /api/moderation/passkey/start'));
      if (passkey) await call('PUT /api/moderation/passkey', { body: { passkey } });
      showToast(copy['passkey.changed']);
    },
    (error) => {
      if (isRefusal(error, 'confirmation.required')) void onAsked();
      else if (isRefusal(error, 'route.unknown')) showToast(copy['passkey.off']);
      else if (error instanceof NoPasskeyError) showToast(copy['passkey.none']);
      else if (isRefusal(error, 'passkey.refused')) showToast(copy['passkey.refused']);
      else return false;
      return true;
    },
  );
  return (
    <div className="px-margin pb-6">
      <Button look="quiet" busy={busy} onClick={onClick}>
        {copy['passkey.change']}
      </Button>
    </div>
  );
}

type Start = Output<'POST /api/moderation/confirmation/start'>;

/** Error: the browser returned no passkey: cancelled, timed out, or none on this device. */
class NoPasskeyError extends Error {}

/**
 * Makes or uses a passkey; null if none is needed. Loads the library only for roles.
 *
 * @throws {NoPasskeyError}
 */
async function askPasskey({ step, options }: Start): Promise<PasskeyAnswer | null> {
  if (step === 'none' || !options) return null;
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  try {
    // The server made the options for this call.
    const answer =
      step === 'make'
        ? await startRegistration({
            optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
          })
        : await startAuthentication({
            optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
          });
    return { ...answer, response: { ...answer.response } };
  } catch (error) {
    throw new NoPasskeyError('no passkey', { cause: error });
  }
}

/** Returns the problem of a decision's text in a sentence; undefined if valid. */
export function describeDecisionText(text: string): string | undefined {
  const problem = decisionProblem(text);
  if (!problem) return undefined;
  const said = problem === 'required' ? copy['moderate.text.required'] : copy['moderate.text.tooLong'];
  return fillCopy(said, { n: DECISION_TEXT_MAX });
}

/**
 * Offers undo of a decision for ten seconds, while its notifications wait [MO-06].
 *
 * @param onUndone shows the reopened case; the user may have left the screen.
 */
export function offerUndo(
  { caseId, revision }: { caseId: string; revision: number },
  describeError: (error: unknown) => string,
  onUndone: () => unknown,
): void {
  const undo = async (): Promise<void> => {
    try {
      await call('POST /api/moderation/cases/{id}/undo', { path: { id: caseId }, body: { revision } });
      showToast(copy['moderate.undone']);
      await onUndone();
    } catch (error) {
      showToast(isRefusal(error, 'case.outdated') ? copy['moderate.undo.late'] : describeError(error));
    }
  };
  const action = { label: copy['action.undo'], run: () => void undo() };
  showToast(copy['moderate.done'], action, UNDO_SECONDS * 1_000);
}
