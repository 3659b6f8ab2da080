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
