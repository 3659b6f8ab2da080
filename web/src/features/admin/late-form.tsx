import { Skeleton } from '../../components/states.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import type { EntryFormProps } from './entry-form.tsx';

const form = lazyModule(() => import('./entry-form.tsx'));

/** Renders the form lazily: it exceeds a screen's size budget. */
export function LateForm(props: EntryFormProps) {
  const late = useModule(form);
  return late ? <late.EntryForm {...props} /> : <Skeleton width="100%" height="240px" />;
}
