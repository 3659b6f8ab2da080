import { findControlsUnder } from '../lib/controls-under.ts';
import { placing } from '../lib/toast-store.ts';

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

/** Starts placing toasts next to the elements they concern. */
export function placeToasts(): void {
  document.addEventListener('click', notePressed, true);
  placing.clear = placeClear;
}
