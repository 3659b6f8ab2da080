import type { Page } from '@playwright/test';
import { accountStates, makeRegular } from './account-states.ts';
import { expect, test } from './fixtures.ts';
import { expectLoaded, sidewaysScroll } from './screens.ts';

/** What a student with large text or a small phone has. */
const looks = [
  { name: '200 % text', fontSize: '200%', width: 390 },
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

for (const { name, fontSize, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 640 } });

    for (const who of ['visitor', 'newcomer', 'regular'] as const) {
      test(`${name} breaks nothing on the account, my page and write screens of a ${who}`, async ({
        page,
        signIn,
        makers,
      }) => {
        test.setTimeout(120_000);
        if (who === 'newcomer') await signIn(await makers.student({ right: false }));
        if (who === 'regular') await signIn(await makeRegular(makers));
        await page.addInitScript((size) => {
          document.addEventListener('DOMContentLoaded', () => {
            document.documentElement.style.fontSize = size;
          });
        }, fontSize);
        for (const state of accountStates.filter((candidate) => candidate.who === who)) {
          await test.step(state.name, async () => {
            await state.open(page);
            await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
            await expectLoaded(page);
            expect(await sidewaysScroll(page), `${state.name}: scrolls sideways`).toBe(0);
            expect(await findBroken(page), state.name).toEqual([]);
          });
        }
      });
    }
  });
}

/** Controls beyond the edges, and texts that are cut off or stick out of the control they name. */
function findBroken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // Not shown, or meant for screen readers only.
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const words = (element.innerText || element.getAttribute('aria-label') || element.tagName).slice(0, 40);
      const control = element.matches('a, button, input, textarea, [role=tab]');
      // A row of tabs that may be swiped holds tabs that are out of sight.
      const swiped = element.closest('[role=tablist]') !== null;
      if (control && !swiped && (left < -1 || right > window.innerWidth + 1))
        broken.push(`outside: ${words}`);
      const cut =
        ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (cut && !element.matches('dialog, input, textarea')) broken.push(`cut off: ${words}`);
      const inline = style.display === 'inline';
      const wide = element.scrollWidth > element.clientWidth + 1;
      const tall = element.scrollHeight > element.clientHeight + 1;
      if (element.matches('button, [role=tab]') && !inline && (wide || tall)) broken.push(`bursts: ${words}`);
    }
    return broken;
  });
}
