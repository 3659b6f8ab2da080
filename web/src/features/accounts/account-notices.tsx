import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call, isRefusal } from '../../lib/api.ts';
import { Link, navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { DatedText } from '../campus/campus-time.tsx';
import { useAction } from '../campus/use-action.ts';
import { leaveSession, sessionQuery, useFreshSession } from '../session/session.ts';
import styles from './account-notices.module.css';

/** Renders a notice until the address is verified. Other domains only gain account recovery. */
export function VerifyNotice() {
  const { user } = useFreshSession();
  const resend = useVerificationMail();
  if (!user || user.emailVerified) return null;
  return (
    <div className={`row flex-wrap justify-between gap-x-2 pad-2 text-note bg-surface ${styles.notice}`}>
      <p>{user.university ? copy['verify.notice.right'] : copy['verify.notice']}</p>
      <Button look="quiet" {...resend}>
        {copy['verify.again']}
      </Button>
    </div>
  );
}

/** Query of the user's active sanctions. */
export const sanctionsQuery = queryOptions({
  queryKey: ['own-sanctions'],
  ...ask('GET /api/profile/sanctions', undefined, ({ sanctions }) => sanctions),
});

interface SuspensionProps {
  boardId: string;
  /** Field whose first use triggers the query; omitted in a form made only for writing. */
  input?: RefObject<HTMLTextAreaElement | null>;
}

/** Renders until when sending is suspended, and where to read the reason and appeal [MO-10]. */
export function Suspension({ boardId, input }: SuspensionProps) {
  const moderated = useOfficial();
  const [used, setUsed] = useState(!input);
  useEffect(() => {
    const field = input?.current;
    const use = (): void => setUsed(true);
    if (field && (field === document.activeElement || field.value !== '')) use();
    field?.addEventListener('focus', use);
    return () => field?.removeEventListener('focus', use);
  }, [input]);
  const { data = [] } = useQuery({ ...sanctionsQuery, retry: false, enabled: moderated && used });
  const ends = data
    .filter(({ kind, board }) => kind === 'noWriting' || (kind === 'noBoard' && board?.id === boardId))
    .map(({ endsAt }) => endsAt)
    .sort();
  const last = ends.at(-1);
  if (!last) return null;
  return (
    <p className={`text-note bg-surface-strong rounded ${styles.suspension}`} role="status">
      <DatedText text={copy['sanction.composer']} instant={last} />{' '}
      <Link to="/mypage/cases">{copy['sanction.composer.link']}</Link>
    </p>
  );
}

/** Logs out in every tab of this browser; an ended session is no failure. */
export function useLogOut() {
  const client = useQueryClient();
  return useAction(async () => {
    try {
      await call('DELETE /api/session');
    } catch (error) {
      if (!isRefusal(error, 'session.required')) throw error;
    }
    leaveSession(client, '/login');
  });
}

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

/** Explains how to get the writing right, and goes home [RO-03, ER-10]. */
export function useWritingRightAlert(): () => void {
  const university = useCampus().university.name;
  return useCallback(() => {
    showToast(fillCopy(copy['error.writingRight'], { university }));
    navigate('/', { replace: true });
  }, [university]);
}
