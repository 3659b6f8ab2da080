import type { ReactNode } from 'react';
import { lateModule } from '../../ui/use-module.ts';
import { useLateFeature } from '../campus/use-late-feature.ts';

const late = lateModule(() => import('./folded.tsx'));

interface FoldProps {
  /** Of the post. */
  id: string;
  /** Whether somebody wrote it whom the user blocked: see `useMarks`. */
  folded: boolean | undefined;
  children: ReactNode;
}

/** A post in a list: one line in its place where it is folded [MO-11]. */
export function Fold({ id, folded = false, children }: FoldProps) {
  const { parts } = useLateFeature('moderation', late, folded);
  if (!folded) return children;
  // Until the part is here nothing, rather than what is not to be seen.
  return parts ? (
    <parts.Folded thing={{ kind: 'post', id }} inList>
      {children}
    </parts.Folded>
  ) : null;
}
