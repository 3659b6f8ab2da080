import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';
import { expectLoaded } from './screens.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** List rows are alike, and axe takes seconds for hundreds of them. */
const FURTHER_ROWS = 'li:nth-child(n+7)';

/** Covers every page except legal texts and endless lists. */
const HEIGHT_MAX = 3_000;

/** Expects no axe violations; with `dark`, also no low contrast in the dark scheme. */
export async function expectAccessible(page: Page, { dark = false } = {}): Promise<void> {
  await settle(page);
  // The window is as tall as the page: content behind the tab bar can be scrolled.
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
      // Selectors of passing elements take most of axe's time and are unused.
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

/** Waits for the content and the end of moving transitions. */
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
