import type { CaseState } from './cases.queries.ts';

/** An author answers once, while the thing is hidden: before the decision, or against it. */
export function mayAppeal({ state, appealed_at }: { state: CaseState; appealed_at: Date | null }): boolean {
  return (state === 'hidden' || state === 'upheld') && appealed_at === null;
}
