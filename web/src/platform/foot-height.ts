/**
 * Keeps `--foot` at the height of a bar over the end of the page, which the page, the toasts and scrolling respect. It never
 * shrinks while the bar is shown, or the page would move when a line is deleted.
 */
export function keepFootHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  let height = 0;
  const observer = new ResizeObserver(() => {
    height = Math.max(height, bar.offsetHeight);
    style.setProperty('--foot', `${height}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot');
  };
}
