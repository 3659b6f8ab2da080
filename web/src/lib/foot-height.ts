/**
 * Keeps `--foot` at the height of a bar over the page's end, which page, toasts and scrolling leave free. Never shrinks while
 * shown, as the page would move.
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
