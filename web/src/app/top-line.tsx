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
  onDismiss: () => void;
}

/** One quiet line above the page, which goes when it is told to. */
export function TopLine({ label, text, children, onDismiss }: TopLineProps) {
  return (
    <aside className={styles.line} aria-label={label}>
      <p className={styles.text}>{text}</p>
      {children}
      <IconButton label={copy['line.dismiss']} onClick={onDismiss}>
        <Icon of={X} />
      </IconButton>
    </aside>
  );
}

/**
 * Puts a line above the app, beside it: what the first screen loads and what is taken over know nothing of it.
 *
 * @param line is given what takes it away again.
 */
export function putAbove(line: (leave: () => void) => ReactNode): void {
  const place = document.createElement('div');
  document.body.prepend(place);
  const root = createRoot(place);
  const leave = (): void => {
    root.unmount();
    place.remove();
  };
  root.render(<Router>{line(leave)}</Router>);
}
