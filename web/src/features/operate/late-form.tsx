import { Skeleton } from '../../ui/skeleton.tsx';
import { lateModule, useModule } from '../../ui/use-module.ts';
import type { EntryFormProps } from './entry-form.tsx';

const form = lateModule(() => import('./entry-form.tsx'));

/** The form with all that it needs, which is more than a screen may bring along. */
export function LateForm(props: EntryFormProps) {
  const late = useModule(form);
  return late ? <late.EntryForm {...props} /> : <Skeleton width="100%" height="240px" />;
}
