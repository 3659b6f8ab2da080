import type { Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** Fingers that rest for a while and go from one place to another, as the screen tells them. */
export async function touch(
  page: Page,
  paths: readonly (readonly [Point, Point])[],
  rest = 0,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const steps = 10;
  const at = (step: number) =>
    paths.map(([from, to], id) => ({
      id,
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  const started = devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  // Who does not rest moves at once: waiting for an answer on a busy machine can be long enough to begin a drag.
  if (rest > 0) await started.then(() => page.waitForTimeout(rest));
  for (let step = 1; step <= steps; step += 1) {
    const moved = devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
    await Promise.all([started, moved]);
    await page.waitForTimeout(16);
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
