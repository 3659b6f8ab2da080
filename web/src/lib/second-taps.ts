/** Limits of a double tap, in milliseconds and pixels. */
const WITHIN = 500;
const NEAR = 24;

/** Ignores the second tap of a double tap whose first moved the target. Mouse clicks and keys count. */
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
