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
/** What a message speaks of: what was pressed, and the field that has the focus with what stands beside it. */
function findSpoken(toast: HTMLElement): (Element | null | undefined)[] {
  const field = document.querySelector(':is(a, button, input, select, textarea):focus');
  const beside = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const all = [field, ...beside.map((id) => document.getElementById(id)), pressed];
  return all.filter((element) => element && !toast.contains(element));
}

/** Puts the message where it covers nothing that it speaks of, or at least not the field. It stays where it does not. */
function placeClear(toast: HTMLElement): void {
  const { place: now = 'bottom' } = toast.dataset;
  const places = [now, ...PLACES.filter((place) => place !== now)];
  const spoken = findSpoken(toast).map((element) => element?.getBoundingClientRect());
  const covered = places.map((place) => {
    toast.dataset['place'] = place;
    const { top, bottom } = toast.getBoundingClientRect();
    const first = spoken.findIndex((box) => box && box.bottom > top && box.top < bottom);
    return first < 0 ? spoken.length : first;
  });
  toast.dataset['place'] = places[covered.indexOf(Math.max(...covered))];
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
  // A form shows its message, and only then goes to the field that is wrong.
  document.addEventListener('focusin', () => placeClear(toast), { signal });
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
