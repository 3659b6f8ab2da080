const CONTROLS = 'a, button, input, select, textarea, label';
/** Pixels between two points that are looked at: controls are larger. */
const STEP = 28;

/** Returns points from the start of a line to its end, both included. */
function walk(start: number, length: number): number[] {
  const count = Math.max(1, Math.ceil(length / STEP));
  return Array.from({ length: count + 1 }, (_, index) => start + (index * length) / count);
}

/** Returns how wide a control can be tapped: the link of a card is drawn over all of the card by its `::after`. */
function tapWidth(control: Element): number {
  const over = parseFloat(getComputedStyle(control, '::after').width);
  return Math.max(control.clientWidth, over || 0);
}

/** True if it is a row of a list as wide as the page: the rest of it can be tapped. */
function isRow(control: Element): boolean {
  const list = control.closest('main li, main [role=listitem]');
  return list !== null && tapWidth(control) > document.documentElement.clientWidth * 0.6;
}

/** Returns the links, buttons and fields under an element, without those in it and rows of lists. */
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
