import type { Page } from '@playwright/test';

/** Text of another size on every page that is opened from now on, as a student sets it on the phone. */
export async function enlargeText(page: Page, fontSize: string): Promise<void> {
  await page.addInitScript((size) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = size;
    });
  }, fontSize);
}

/** Controls beyond the edges, and texts that are cut off or stick out of the control they name. */
export function findBroken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    /** It stands in a row that goes sideways, and only so. */
    const inRow = (element: Element): boolean => {
      const row = element.parentElement;
      if (!row) return false;
      const { overflowX, overflowY } = getComputedStyle(row);
      return (overflowX === 'auto' && overflowY === 'hidden') || inRow(row);
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // Not shown, or meant for screen readers only.
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
      // Read for what is broken alone: each reading of a text lays it out.
      const words = () =>
        (element.innerText || element.getAttribute('aria-label') || element.tagName).slice(0, 40);
      const control = element.matches('a, button, input, textarea, [role=tab]');
      // A row of tabs or slides that may be swiped, and the map, hold some that are out of sight.
      const swiped = element.closest('[role=tablist], [aria-roledescription=carousel], svg') !== null;
      if (control && !swiped && (left < -1 || right > window.innerWidth + 1) && !inRow(element))
        broken.push(`outside: ${words()}`);
      const cut =
        ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (cut && !swiped && !element.matches('dialog, input, textarea')) broken.push(`cut off: ${words()}`);
      const inline = style.display === 'inline';
      const wide = element.scrollWidth > element.clientWidth + 1;
      const tall = element.scrollHeight > element.clientHeight + 1;
      if (element.matches('button, [role=tab]') && !inline && (wide || tall))
        broken.push(`bursts: ${words()}`);
    }
    return broken;
  });
}
