// Loaded when the user starts to write.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { DatedText } from '../campus/campus-time.tsx';
import styles from './suspension.module.css';

/** Query of the user's active sanctions. */
export const sanctionsQuery = queryOptions({
  queryKey: ['own-sanctions'],
  ...ask('GET /api/profile/sanctions', undefined, ({ sanctions }) => sanctions),
  staleTime: 0,
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
    <p className={styles.suspension} role="status">
      <DatedText text={copy['sanction.composer']} instant={last} />{' '}
      <Link to="/mypage/cases">{copy['sanction.composer.link']}</Link>
    </p>
  );
}
