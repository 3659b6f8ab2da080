/**
 * Keeps `--foot` at the height of a bar over the page's end; page, toasts and scrolling leave it free. It never shrinks while
 * shown, or deleting a line would move the page.
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
