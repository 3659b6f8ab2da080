import { copy } from '../../copy.ko.ts';
import { Skeleton } from '../../components/states.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import forms from '../campus/form.module.css';

export function WriteSkeleton() {
  return (
    <div className={forms.form} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      <Skeleton height="52px" round />
      <Skeleton height="52px" round />
      <Skeleton height="300px" round />
    </div>
  );
}
