import { X } from 'lucide';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { copy } from '../copy.ko.ts';
import { Router } from '../router/router.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './top-line.module.css';

interface TopLineProps {
  /** What it is about, for screen readers. */
  label: string;
  text: string;
  children: ReactNode;
  /** Left out where what is offered has a button for it. */
  onDismiss?: () => void;
}

/** One quiet line above the page, which goes when it is told to. */
export function TopLine({ label, text, children, onDismiss }: TopLineProps) {
  return (
    <aside className={styles.line} aria-label={label}>
      <p className={styles.text}>{text}</p>
      {children}
      {onDismiss && (
        <IconButton label={copy['line.dismiss']} onClick={onDismiss}>
          <Icon of={X} />
        </IconButton>
      )}
    </aside>
  );
}

let lines = 0;

/** One line at a time: who offers something waits for a free place. */
export const isAboveTaken = (): boolean => lines > 0;

/**
 * Puts a line above the app, beside it: what the first screen loads and what is taken over know nothing of it.
 *
 * @param line is given what takes it away again.
 */
export function putAbove(line: (leave: () => void) => ReactNode): void {
  const place = document.createElement('div');
  document.body.prepend(place);
  lines += 1;
  const root = createRoot(place);
  let left = false;
  const leave = (): void => {
    if (left) return;
    left = true;
    lines -= 1;
    root.unmount();
    place.remove();
  };
  root.render(<Router>{line(leave)}</Router>);
}
