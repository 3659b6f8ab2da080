/**
 * Keeps `--foot` at the height of a bar that lies over the end of the page: the page, the toasts and what scrolls into
 * view leave it room. While the bar stands it never shrinks, or the page would move for whoever deletes a line.
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
