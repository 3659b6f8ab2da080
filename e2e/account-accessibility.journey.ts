import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { accountStates, makeRegular } from './account-states.ts';
import { expect, test } from './fixtures.ts';
import { expectLoaded } from './screens.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const { name, who, open } of accountStates) {
  test(`axe finds nothing, light and dark: ${name}`, async ({ page, signIn, makers }) => {
    if (who === 'newcomer') await signIn(await makers.student({ right: false }));
    if (who === 'regular') await signIn(await makeRegular(makers));
    // Colours are compared where they stay, not on their way there.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectLoaded(page);
    await showWhole(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations, passes } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ colorScheme, id, html, failureSummary })),
      );
      expect(found).toEqual([]);
      expect(passes.map(({ id }) => id)).toContain('color-contrast');
    }
  });
}

/** What the sticky button covers until one scrolls is not covered for good. */
async function showWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 390, height: Math.max(844, Math.min(height, 3_000)) });
}
