import type { Page } from '@playwright/test';
import { drawFrames } from './reading.ts';

export interface Point {
  x: number;
  y: number;
}

/** Moves fingers from one place to another, after they rested until something happened. */
export async function touch(
  page: Page,
  paths: readonly (readonly [Point, Point])[],
  rested?: () => Promise<void>,
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
  // Without a rest it moves at once: waiting on a busy machine could start a drag.
  if (rested) await started.then(rested);
  for (let step = 1; step <= steps; step += 1) {
    const moved = devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
    await Promise.all([started, moved]);
    await drawFrames(page);
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Sends two taps with event times 0.1 s apart, whatever the real delay. */
export async function tapTwice(page: Page, point: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const now = Date.now() / 1_000;
  for (const timestamp of [now, now + 0.1]) {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
}
