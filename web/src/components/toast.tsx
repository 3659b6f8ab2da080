import { X } from 'lucide';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useTopDialog } from './open-dialogs.ts';
import { placing, toasts } from '../lib/toast-store.ts';
import styles from './toast.module.css';

/** Pauses the timer while the message is hovered or has the focus. */
function keepWhileUsed(toast: HTMLElement | null): (() => void) | undefined {
  if (!toast) return undefined;
  placing.clear?.(toast);
  const controller = new AbortController();
  const { signal } = controller;
  // A form shows its message first, and then focuses the wrong field.
  document.addEventListener('focusin', () => placing.clear?.(toast), { signal });
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, toasts.pause, { signal });
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, toasts.resume, { signal });
  return () => controller.abort();
}

/** Renders the current message, inside the topmost open dialog: outside it would be inert. */
export function ToastViewport({ dismissLabel }: { dismissLabel: string }) {
  const message = useSyncExternalStore(toasts.subscribe, toasts.read, () => undefined);
  const dialog = useTopDialog();
  if (!message) return null;
  const { id, text, action } = message;
  return createPortal(
    <div className={styles.viewport}>
      <div key={id} role="alert" className={styles.toast} ref={keepWhileUsed}>
        <span className={styles.text}>{text}</span>
        {action ? (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              toasts.dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        ) : null}
        <IconButton label={dismissLabel} onClick={toasts.dismiss}>
          <Icon of={X} size={20} />
        </IconButton>
      </div>
    </div>,
    dialog ?? document.body,
  );
}
