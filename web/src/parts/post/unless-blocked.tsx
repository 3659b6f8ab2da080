import type { ReactNode } from 'react';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { useSession } from '../session/session.ts';

const late = lateModule(() => import('./folded.tsx'));

interface UnlessBlockedProps {
  /** Of the post. */
  id: string;
  /** All that stand with it: their marks are asked for together. */
  among: readonly { id: string }[];
  children: ReactNode;
}

/**
 * A post where nothing is marked, absent where its author is blocked: who blocked nobody asks nothing, and has none of the
 * code [MO-11]. The part is never here when the page is taken over, so what is drawn first is what the server drew.
 */
export function UnlessBlocked(props: UnlessBlockedProps) {
  const parts = useModule(late, !!useSession().blocked);
  return parts ? <parts.UnfoldedAmong {...props} /> : props.children;
}
