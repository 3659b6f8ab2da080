import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectLoaded } from './screens.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Selectors of elements without a violation take axe most of its time and are not used. */
const CHEAP = { resultTypes: ['violations' as const], selectors: false };

/** Enough for every page but the legal texts and endless lists. */
const HEIGHT_MAX = 3_000;

/** Axe finds nothing on the page, and no weak contrast in the dark scheme where that is asked for: only colours differ there. */
export async function expectAccessible(page: Page, { dark = false } = {}): Promise<void> {
  await settle(page);
  // A window as tall as the page: what the tab bar covers until one scrolls is not covered for good.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 390, height: Math.max(844, Math.min(height, HEIGHT_MAX)) });
  await expectNothingFound(page, 'light', (axe) => axe.withTags(RULES));
  if (!dark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingFound(page, 'dark', (axe) => axe.withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNothingFound(page: Page, colorScheme: string, choose: (axe: AxeBuilder) => AxeBuilder) {
  await settle(page);
  // Without frames of other sites the results need not be merged in a page of their own, which is what axe does otherwise.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(CHEAP);
  const { violations, passes } = await choose(axe).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ colorScheme, id, html, failureSummary })),
  );
  expect(found).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
}

/** The screen has its content, and what moves into place has arrived. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expectLoaded(page);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
}
