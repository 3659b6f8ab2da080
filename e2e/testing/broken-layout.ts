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

/**
 * Controls and counts that the write button covers at one end of the page, where it is shown. Of a row that is as wide as the page it
 * may cover a part: the rest can be tapped. It is hidden over a control alone, and at the end of the page by nothing.
 */
export function findUnderPen(page: Page, place: 'top' | 'end'): Promise<string[]> {
  return page.evaluate((at) => {
    window.scrollTo(0, at === 'top' ? 0 : document.documentElement.scrollHeight);
    const button = document.querySelector('aside[aria-label="글쓰기"] :is(a, button)');
    const main = document.querySelector('main');
    // Under an open sheet nothing can be tapped.
    if (!button || !main || document.querySelector('dialog[open]')) return [];
    const pen = button.getBoundingClientRect();
    const isUnder = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const meets = right > pen.left && left < pen.right && bottom > pen.top && top < pen.bottom;
      return meets && element.checkVisibility({ visibilityProperty: true });
    };
    // What can be tapped of a card is drawn over all of it.
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
