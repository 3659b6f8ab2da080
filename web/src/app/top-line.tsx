import { X } from 'lucide';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Icon, IconButton } from '../components/button.tsx';
import { OpenOutside } from '../components/install-help.tsx';
import { copy } from '../copy.ko.ts';
import { readDraft, writeDraft } from '../lib/drafts.ts';
import { Router } from '../lib/router.tsx';
import styles from './top-line.module.css';

interface TopLineProps {
  label: string;
  text: string;
  children: ReactNode;
  /** Omitted if the offer has its own button for it. */
  onDismiss?: () => void;
}

export function TopLine({ label, text, children, onDismiss }: TopLineProps) {
  return (
    <aside
      className={`row flex-wrap text-soft text-note bg-surface relative ${styles.line}`}
      aria-label={label}
    >
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

/** Whether a line is shown: there is one at a time. */
export const isAboveTaken = (): boolean => lines > 0;

/**
 * Renders a line above the app in its own root, apart from hydration.
 *
 * @param line receives the function that removes it.
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

const KEY = 'outside-dismissed';

/** Offers the default browser inside another app, until dismissed on this device. */
export function showOutsideLine(): void {
  if (readDraft(KEY, (value) => value === true)) return;
  putAbove((leave) => (
    <TopLine
      label={copy['outside.line']}
      text={copy['outside.text']}
      onDismiss={() => {
        writeDraft(KEY, true);
        leave();
      }}
    >
      <OpenOutside />
    </TopLine>
  ));
}
