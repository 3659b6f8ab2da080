import type { Page } from '@playwright/test';

/** Sets the text size of every page opened later, like a phone's setting. */
export async function enlargeText(page: Page, fontSize: string): Promise<void> {
  await page.addInitScript((size) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = size;
    });
  }, fontSize);
}

/** Returns controls beyond the edges, and texts that are cut off or overflow their control. */
export function findBroken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    /** Whether it is in a row that only scrolls sideways. */
    const inRow = (element: Element): boolean => {
      const row = element.parentElement;
      if (!row) return false;
      const { overflowX, overflowY } = getComputedStyle(row);
      return (overflowX === 'auto' && overflowY === 'hidden') || inRow(row);
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // Hidden, or only for screen readers.
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
      // Computed only for broken elements: reading text forces layout.
      const words = () =>
        (element.innerText || element.getAttribute('aria-label') || element.tagName).slice(0, 40);
      const control = element.matches('a, button, input, textarea, [role=tab]');
      // Swipeable tabs and slides and the map have off-screen parts.
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

/**
 * Returns controls and counts under the visible write button at one end of the page. Page-wide rows may be partly covered.
 */
export function findUnderPen(page: Page, place: 'top' | 'end'): Promise<string[]> {
  return page.evaluate((at) => {
    window.scrollTo(0, at === 'top' ? 0 : document.documentElement.scrollHeight);
    const button = document.querySelector('aside[aria-label="글쓰기"] :is(a, button)');
    const main = document.querySelector('main');
    // An open sheet makes the rest inert.
    if (!button || !main || document.querySelector('dialog[open]')) return [];
    const pen = button.getBoundingClientRect();
    const isUnder = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const meets = right > pen.left && left < pen.right && bottom > pen.top && top < pen.bottom;
      return meets && element.checkVisibility({ visibilityProperty: true });
    };
    // The tap area of a card covers all of it.
    const tapWidth = (element: Element): number =>
      Math.max(element.clientWidth, parseFloat(getComputedStyle(element, '::after').width) || 0);
    const isRow = (element: Element): boolean =>
      element.matches('a, button') && tapWidth(element) > main.clientWidth * 0.6;
    const controls = [...main.querySelectorAll('a, button, input, select, textarea, label')];
    if (getComputedStyle(button).pointerEvents === 'none') {
      const isCard = (element: Element) => isRow(element) && element.closest('li, [role=listitem]');
      const hides = controls.some((control) => !isCard(control) && isUnder(control));
      return at === 'top' && hides ? [] : ['hidden'];
    }
    const signs = [...main.querySelectorAll('svg')].map(({ parentElement }) => parentElement ?? main);
    const counts = signs.filter(({ textContent }) => /\d$/.test(textContent));
    return [...controls.filter((control) => !isRow(control)), ...counts]
      .filter(isUnder)
      .map((element) => (element.textContent || element.tagName).slice(0, 40));
  }, place);
}
