import { X } from 'lucide';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { findControlsUnder } from '../lib/page.ts';
import { toasts } from '../lib/toast-store.ts';
import { Icon, IconButton } from './button.tsx';
import styles from './toast.module.css';

/** Pauses the timer while the message is hovered or has the focus. */
function keepWhileUsed(toast: HTMLElement | null): (() => void) | undefined {
  if (!toast) return undefined;
  placeClear(toast);
  const controller = new AbortController();
  const { signal } = controller;
  // A form shows its message first, and then focuses the wrong field.
  document.addEventListener('focusin', () => placeClear(toast), { signal });
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, toasts.pause, { signal });
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, toasts.resume, { signal });
  return () => controller.abort();
}

/** Renders the current message, inside the topmost open dialog: outside it would be inert. */
export function ToastViewport({ dismissLabel }: { dismissLabel: string }) {
  const message = useSyncExternalStore(toasts.subscribe, toasts.read, () => undefined);
  const dialog = useTopDialog();
  useEffect(() => {
    document.addEventListener('click', notePressed, true);
    return () => document.removeEventListener('click', notePressed, true);
  }, []);
  if (!message) return null;
  const { id, text, action } = message;
  return createPortal(
    <div className={`flex justify-center px-margin ${styles.viewport}`}>
      <div
        key={id}
        role="alert"
        className={`row flex-wrap gap-1 w-full rounded ${styles.toast}`}
        ref={keepWhileUsed}
      >
        <span className={`py-2 text-note ${styles.text}`}>{text}</span>
        {action ? (
          <button
            type="button"
            className={`flex-none min-h-touch text-note font-bold underline ${styles.action}`}
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

let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/**
 * Adds an open modal dialog: the rest is inert, so reachable content goes into the topmost. Returns a function that removes it.
 */
export function addOpenDialog(dialog: HTMLElement): () => void {
  change([...stack, dialog]);
  return () => change(stack.filter((open) => open !== dialog));
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function useTopDialog(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1),
    () => undefined,
  );
}

const PLACES = ['bottom', 'top', 'middle'];

let pressed: Element | null | undefined;
const notePressed = ({ target }: Event): void => {
  pressed = (target as Element).closest('a, button, label');
};

/** Returns the elements that a message concerns: the pressed one, the focused field and its descriptions. */
function findSpoken(toast: HTMLElement): (Element | null | undefined)[] {
  const field = document.querySelector(':is(a, button, input, select, textarea):focus');
  const beside = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const all = [field, ...beside.map((id) => document.getElementById(id)), pressed];
  return all.filter((element) => element && !toast.contains(element));
}

/**
 * Places the toast clear of what it concerns, or at least the field; then over the fewest controls. Stays if it covers none.
 */
function placeClear(toast: HTMLElement): void {
  const { place: now = 'bottom' } = toast.dataset;
  const places = [now, ...PLACES.filter((place) => place !== now)];
  const spoken = findSpoken(toast).map((element) => element?.getBoundingClientRect());
  const covered = places.map((place) => {
    toast.dataset['place'] = place;
    const { top, bottom } = toast.getBoundingClientRect();
    const first = spoken.findIndex((box) => box && box.bottom > top && box.top < bottom);
    // A page has fewer controls than 1,000.
    return (first < 0 ? spoken.length : first) - findControlsUnder(toast).size / 1_000;
  });
  toast.dataset['place'] = places[covered.indexOf(Math.max(...covered))];
}
