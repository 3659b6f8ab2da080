import { startTransition, useEffect, useLayoutEffect, useState } from 'react';

let hydrating = import.meta.env.SSR;

/** Notes that hydration begins or ends. */
export function noteHydrating(now: boolean): void {
  hydrating = now;
}

/**
 * Returns false on the server and during hydration, then true. Both must render the same. Device data and viewer state follow in
 * a transition, which yields to touches; an external store renders in one long task.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(!hydrating);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the text of a field, or whether it is ticked. */
export function readField(field: Field): string | boolean {
  return field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
}

/**
 * Keeps a field's input from before hydration, which React would erase.
 *
 * @param id of the input, the checkbox or the text area.
 */
export function useTakeOver<Value extends string | boolean>(
  id: string,
  value: Value,
  take: (typed: Value) => void,
): void {
  useLayoutEffect(() => {
    const field = document.getElementById(id) as Field | null;
    const typed = field ? readField(field) : value;
    if (typed !== value) take(typed as Value);
    // Once: from then on the field and the app hold the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Timeout for a page that is never idle, on a slow or busy phone, in milliseconds. */
const AT_LAST = 3_000;

/** Calls the function once the browser is idle. Safari has no idle callbacks. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: AT_LAST });
  else setTimeout(act, 1_000);
}

/** Keeps `--keyboard` at the on-screen keyboard's height: iOS never shrinks the page for it. */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = (): void => {
      // A pinch zoom also shrinks the visual viewport, but is no keyboard.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      document.documentElement.style.removeProperty('--keyboard');
    };
  }, []);
}

const CONTROLS = 'a, button, input, select, textarea, label';
/** Distance of the sampled points in pixels: controls are larger. */
const STEP = 28;

/** Returns points from the start to the end of a line, both included. */
function walk(start: number, length: number): number[] {
  const count = Math.max(1, Math.ceil(length / STEP));
  return Array.from({ length: count + 1 }, (_, index) => start + (index * length) / count);
}

/** Returns a control's tappable width: a card's link covers the card by its `::after`. */
function tapWidth(control: Element): number {
  const over = parseFloat(getComputedStyle(control, '::after').width);
  return Math.max(control.clientWidth, over || 0);
}

/** True for a page-wide list row, which stays tappable elsewhere. */
function isRow(control: Element): boolean {
  const list = control.closest('main li, main [role=listitem]');
  return list !== null && tapWidth(control) > document.documentElement.clientWidth * 0.6;
}

/** Returns the links, buttons and fields under an element, except its own and list rows. */
export function findControlsUnder(over: Element): Set<Element> {
  const { left, top, width, height } = over.getBoundingClientRect();
  const found = new Set<Element>();
  for (const x of walk(left, width))
    for (const y of walk(top, height))
      for (const element of document.elementsFromPoint(x, y)) {
        const control = element.closest(CONTROLS);
        if (control && !over.contains(control) && !isRow(control)) found.add(control);
      }
  return found;
}

/** Constants of the specification, repeated as custom properties in `tokens.css`; a browser test measures those [CO-02]. */
export const PAGE_MAX_WIDTH = 420;
export const BAR_HEIGHT = 70;
export const LIKE_PILL_WIDTH = 100;
export const BODY_INPUT_HEIGHT = 300;

/** Milliseconds. */
export const TOAST_DELAY = 5_000;
/** Time from the start of one slide to the start of the next. */
export const CAROUSEL_PERIOD = 2_000;
export const CAROUSEL_SLIDE = 300;

export const COLOURS = {
  accent: '#FF445E',
  lightGrey: '#ECEDF0',
  grey: '#808080',
  paleGrey: '#C2C2C2',
} as const;

/** Logs one of the two messages that the specification requires on the console [ST-02, ER-15]. */
export function logMessage(message: string): void {
  // oxlint-disable-next-line no-console
  console.info(message);
}
