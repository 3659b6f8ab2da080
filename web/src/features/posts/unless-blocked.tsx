import type { ReactNode } from 'react';
import { lateModule, useModule } from '../../lib/use-module.ts';
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
 * Renders a post without viewer state, unless its author is blocked [MO-11]. Loads nothing without blocks, and only after
 * hydration, so the first rendering equals the server's.
 */
export function UnlessBlocked(props: UnlessBlockedProps) {
  const parts = useModule(late, !!useSession().blocked);
  return parts ? <parts.UnfoldedAmong {...props} /> : props.children;
}
