/** Two taps so close to each other, in milliseconds and pixels, are one double tap. */
const WITHIN = 500;
const NEAR = 24;

/**
 * Where the first tap of a double tap moved what it hit, the second one presses nothing: it was not meant for what came
 * under the finger. Deliberate clicks of a mouse count as before; a press by key has no place.
 */
export function ignoreSecondTaps(): void {
  let last: { control: Element | null; event: MouseEvent } | undefined;
  const hear = (event: MouseEvent): void => {
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const control =
      event.target.closest('label')?.control ??
      event.target.closest('a, button, input, textarea, select, summary');
    const isSecond =
      last !== undefined &&
      last.control !== control &&
      event.timeStamp - last.event.timeStamp < WITHIN &&
      Math.hypot(event.clientX - last.event.clientX, event.clientY - last.event.clientY) < NEAR &&
      (event.detail > 1 || (event instanceof PointerEvent && event.pointerType === 'touch'));
    last = { control, event };
    if (!isSecond) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', hear, true);
}
