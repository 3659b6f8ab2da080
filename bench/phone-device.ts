import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { User } from '../e2e/testing/makers.ts';
import { CuttableLine } from '../e2e/testing/cuttable-line.ts';
import { readKept } from '../e2e/testing/shell.ts';
import { withBrowser } from './chromium.ts';
import { median } from './measure.ts';

/** Network delay of a request in ms: the page's emulation does not cover the worker's requests. */
const LATENCY = 150;
const SLOWDOWN = 4;
/** An event on home, from the device or from the server. */
const SHOWN = 'main a[href^="/board/event/"]';
const TIMEOUT = 30_000;
/** The worker first downloads its files over the slow line. */
const WARM = 120_000;

/** Median and slowest time in ms from the start of a navigation until home shows its events. */
interface Visits {
  median: number;
  worst: number;
}

export interface DeviceVisits {
  /** Offline, from the device. */
  away: Visits;
  /** Online, with the worker; `alone` is without it. */
  worker: Visits;
  alone: Visits;
}

/** Opens home repeatedly on a slow processor: alternately offline, and online with and without the worker. */
export async function measureVisits(user: User, times: number): Promise<DeviceVisits> {
  const line = await CuttableLine.open(new URL(user.client.origin).port);
  line.answerWith(async () => {
    await sleep(LATENCY);
    return null;
  });
  const { origin } = user.client;
  const taken = { away: [] as number[], worker: [] as number[], alone: [] as number[] };
  try {
    const compare = async (withWorker: BrowserContext, alone: BrowserContext) => {
      await warmUp(withWorker, origin);
      await open(alone, origin);
      for (let time = 0; time < times; time += 1) {
        taken.alone.push(await open(alone, origin));
        taken.worker.push(await open(withWorker, origin));
        line.cut();
        taken.away.push(await open(withWorker, origin));
        line.restore();
      }
    };
    await withBrowser(
      user.client,
      (withWorker) =>
        withBrowser(user.client, (alone) => compare(withWorker, alone), {
          ...throughLine(line),
          serviceWorkers: 'block',
        }),
      throughLine(line),
    );
  } finally {
    await line.close();
  }
  return { away: visits(taken.away), worker: visits(taken.worker), alone: visits(taken.alone) };
}

/** Chromium bypasses any proxy for its own machine by default. */
export const throughLine = (line: CuttableLine) => ({
  proxy: { server: line.address, bypass: '<-loopback>' },
});

const visits = (all: readonly number[]): Visits => ({
  median: Math.round(median(all)),
  worst: Math.round(Math.max(...all)),
});

/** Waits until the worker is active and home is stored. */
export async function warmUp(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: WARM,
  });
  const end = Date.now() + TIMEOUT;
  while (!(await readKept(page)).includes('[\\"home\\"]')) {
    if (Date.now() > end) throw new Error('home was not stored on the device');
    await sleep(200);
  }
  await page.close();
}

/** Measures one visit in a new tab. */
async function open(context: BrowserContext, origin: string): Promise<number> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(watchHome, SHOWN);
  await page.goto(origin, { waitUntil: 'commit' });
  const shown = await readShown(page);
  await page.close();
  return shown;
}

async function readShown(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => (window as unknown as { homeShown?: number }).homeShown,
    undefined,
    { timeout: TIMEOUT },
  );
  return Number(await found.jsonValue());
}

/** Runs first in the document: records the frame after the one with the element. */
function watchHome(selector: string): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { homeShown: performance.now() })));
  }).observe(document, { childList: true, subtree: true });
}
