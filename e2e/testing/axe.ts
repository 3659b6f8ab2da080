import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';
import { expectLoaded } from './screens.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rows of a list look alike: axe takes seconds for hundreds of them. */
const FURTHER_ROWS = 'li:nth-child(n+7)';

/** Enough for every page but the legal texts and endless lists. */
const HEIGHT_MAX = 3_000;

/** Axe finds nothing on the page, and no weak contrast in the dark scheme where that is asked for: only colours differ there. */
export async function expectAccessible(page: Page, { dark = false } = {}): Promise<void> {
  await settle(page);
  // A window as tall as the page: what the tab bar covers until one scrolls is not covered for good.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 390, height: Math.max(844, Math.min(height, HEIGHT_MAX)) });
  await page.evaluate(axe.source);
  await expectNothingFound(page, 'light', { type: 'tag', values: RULES });
  if (!dark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingFound(page, 'dark', { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNothingFound(page: Page, colorScheme: string, runOnly: axe.RunOnly): Promise<void> {
  await settle(page);
  const { violations, passes } = await page.evaluate(
    async ({ runOnly: rules, exclude }) => {
      // Selectors of what is as it should be take axe most of its time and are not used.
      const options = {
        runOnly: rules,
        resultTypes: ['violations' as const],
        selectors: false,
        preload: false,
      };
      const found = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: [exclude] }, options);
      return {
        violations: found.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
        ),
        passes: found.passes.map(({ id }) => id),
      };
    },
    { runOnly, exclude: FURTHER_ROWS },
  );
  expect(violations, colorScheme).toEqual([]);
  expect(passes).toContain('color-contrast');
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
