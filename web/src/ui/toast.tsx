import { X } from 'lucide';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useTopDialog } from './open-dialogs.ts';
import { toasts } from './toast-store.ts';
import styles from './toast.module.css';

const PLACES = ['bottom', 'top', 'middle'];

let pressed: Element | null | undefined;
const notePressed = ({ target }: Event): void => {
  pressed = (target as Element).closest('a, button, label');
};
/** Puts the message where it covers neither what was pressed nor the field that has the focus: it speaks of them. */
function placeClear(toast: HTMLElement): void {
  const spoken = [pressed, document.querySelector(':is(a, button, input, textarea):focus')];
  const clear = PLACES.find((place) => {
    toast.dataset['place'] = place;
    const { top, bottom } = toast.getBoundingClientRect();
    return spoken.every((element) => {
      const box = element?.getBoundingClientRect();
      return !box || box.bottom <= top || box.top >= bottom;
    });
  });
  if (!clear) toast.dataset['place'] = 'bottom';
}

/** Hears what is pressed, for as long as the app stands. */
function watchPresses(): () => void {
  document.addEventListener('click', notePressed, true);
  return () => document.removeEventListener('click', notePressed, true);
}

/** The timer stops while the message is pointed at or holds the focus. */
function keepWhileUsed(toast: HTMLElement | null): (() => void) | undefined {
  if (!toast) return undefined;
  placeClear(toast);
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, toasts.pause, { signal });
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, toasts.resume, { signal });
  return () => controller.abort();
}

/** Shows the current message, inside the topmost dialog when one is open: outside it would be inert. */
export function ToastViewport({ dismissLabel }: { dismissLabel: string }) {
  const message = useSyncExternalStore(toasts.subscribe, toasts.read, () => undefined);
  const dialog = useTopDialog();
  useEffect(watchPresses, []);
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
