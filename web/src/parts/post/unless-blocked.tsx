import type { ReactNode } from 'react';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { useSession } from '../session/session.ts';

const late = lateModule(() => import('./folded.tsx'));

interface UnlessBlockedProps {
  /** Id of the post. */
  id: string;
  /** All posts of the group: their viewer state is fetched together. */
  among: readonly { id: string }[];
  children: ReactNode;
}

/**
 * Renders a post without viewer state; nothing if its author is blocked. Users without blocks load nothing extra [MO-11]. The
 * module loads after hydration, so the first rendering equals the server's.
 */
export function UnlessBlocked(props: UnlessBlockedProps) {
  const parts = useModule(late, !!useSession().blocked);
  return parts ? <parts.UnfoldedAmong {...props} /> : props.children;
}
