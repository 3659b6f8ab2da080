import { copy } from '../copy.ko.ts';
import styles from './new-mark.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Renders a dot at the corner of its container: there is something new. */
export function NewMark() {
  return (
    <span className={styles.dot}>
      <VisuallyHidden>{copy['mark.new']}</VisuallyHidden>
    </span>
  );
}
