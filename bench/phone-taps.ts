import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import type { Site } from './http2.ts';
import { median, percentile } from './measure.ts';
import { settle, slowDown } from './phone-handling.ts';

/** Time in ms from the first paint to the tap. */
const HAND = 300;
const TIMEOUT = 60_000;

/** An element that is tapped as soon as a page appears, and the expected result. */
export interface Tap {
  action: string;
  path: string;
  /** CSS selector of the tapped element. */
  target: string;
  /** Result: an element with this text at this path. */
  shown: { path: string; selector: string; text?: string };
  /** Restores the previous state. */
  undo?: (user: User) => Promise<unknown>;
}

/** Milliseconds. */
interface Times {
  /** From the start of the navigation to the first paint; the others are until the response to the tap. */
  paint: number;
  sinceStart: number;
  sinceTap: number;
}

/** Medians of one tap in each state of the app. */
export interface Tapping {
  action: string;
  now: Times;
  before?: Times;
}

/** A state of the app: its user and its tap. */
export interface TapState {
  user: User;
  tap: Tap;
}

/**
 * Opens a page on a slow phone and line in a new browser, taps it and waits for the result.
 * Alternates with the older state.
 */
export async function measureTap(now: TapState, before: TapState | null, times: number): Promise<Tapping> {
  const found = { now: [] as Times[], before: [] as Times[] };
  for (let time = 0; time < times; time += 1) {
    if (before) found.before.push(await tryTap(before));
    found.now.push(await tryTap(now));
  }
  return {
    action: now.tap.action,
    now: medians(found.now),
    ...(before && { before: medians(found.before) }),
  };
}

function medians(all: readonly Times[]): Times {
  const middle = (name: keyof Times) => Math.round(median(all.map((one) => one[name])));
  return { paint: middle('paint'), sinceStart: middle('sinceStart'), sinceTap: middle('sinceTap') };
}

async function tryTap({ tap, user }: TapState): Promise<Times> {
  const times = await withBrowser(user.client, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    const told = await listen(page);
    await page.addInitScript(watchTap, { target: tap.target, shown: tap.shown });
    await slowDown(page);
    await page.goto(user.client.origin + tap.path, { waitUntil: 'commit' });
    const [paint, place] = await Promise.all([told.paint, told.target]);
    await sleep(Math.max(0, paint.at + HAND - Date.now()));
    await page.touchscreen.tap(place.x, place.y);
    const [pressed, shown] = await Promise.all([told.pressed, told.shown]);
    const start = paint.start;
    return { paint: paint.at - start, sinceStart: shown.at - start, sinceTap: shown.at - pressed.at };
  });
  await tap.undo?.(user);
  return times;
}

/** Milliseconds from the touch until the next screen shows its heading. */
interface OpeningTimes {
  /** Medians: of the first time after the page was loaded, and of later ones. */
  first: number;
  later: number;
  /** 95th percentile of the later times. */
  laterP95: number;
}

/** Times of one opening in each state of the app. */
export interface Opening {
  now: OpeningTimes;
  before?: OpeningTimes;
}

/** A state of the app behind HTTP/2. */
export interface OpeningState extends TapState {
  site: Site;
}

/** Milliseconds between two touches: the app ignores the second of a double tap. */
const TAP_PAUSE = 600;
/** Times a screen is opened on each page. */
const OPENINGS = 11;

/**
 * Opens a screen repeatedly on a slow phone and line in `times` new browsers, alternately with the older state.
 *
 * @param rest time in ms between the end of hydration and the first touch.
 */
export async function measureOpening(
  now: OpeningState,
  before: OpeningState | null,
  { times, rest }: { times: number; rest: number },
): Promise<Opening> {
  const found = { now: [] as number[][], before: [] as number[][] };
  for (let time = 0; time < times; time += 1) {
    if (before) found.before.push(await openOften(before, rest));
    found.now.push(await openOften(now, rest));
  }
  return { now: timesOf(found.now), ...(before && { before: timesOf(found.before) }) };
}

function timesOf(runs: readonly number[][]): OpeningTimes {
  const later = runs.flatMap(([, ...rest]) => rest);
  return {
    first: Math.round(median(runs.map(([first = Number.NaN]) => first))),
    later: Math.round(median(later)),
    laterP95: Math.round(percentile(later, 0.95)),
  };
}

async function openOften({ user, tap, site }: OpeningState, rest: number): Promise<number[]> {
  return withBrowser({ ...site, cookie: user.client.cookie }, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await slowDown(page);
    await page.goto(site.origin + tap.path, { waitUntil: 'load' });
    const taken: number[] = [];
    while (taken.length < OPENINGS) {
      await page.locator(tap.target).first().waitFor();
      // Hydration has ended.
      await page.waitForFunction(() => !('early' in window));
      await sleep(taken.length === 0 ? rest : TAP_PAUSE);
      await settle(page);
      const shown = page.evaluate(timeOpening, tap.shown);
      await page.locator(tap.target).first().tap();
      taken.push(await shown);
      await page.goBack();
    }
    return taken;
  });
}

/** Runs in the page, written as {@link watchTap}; resolves with the time to the frame that shows the heading. */
function timeOpening({ path, selector, text }: Tap['shown']): Promise<number> {
  return new Promise((done) => {
    const watch = {
      look(pressed: number) {
        const right = location.pathname === path && document.querySelector(selector)?.textContent === text;
        // Right after this frame: a timer would come after the effects of the new screen.
        if (right)
          void scheduler.postTask(() => done(performance.now() - pressed), { priority: 'user-blocking' });
        else requestAnimationFrame(() => watch.look(pressed));
      },
    };
    addEventListener('pointerdown', ({ timeStamp }) => watch.look(timeStamp), { capture: true, once: true });
  });
}

/** Event reported by a page; times are milliseconds since 1970, because a tap may open another document. */
interface Told {
  what: 'paint' | 'target' | 'pressed' | 'shown';
  /** Start of the document's navigation. */
  start: number;
  at: number;
  x: number;
  y: number;
}

/** Returns a promise for the first event of each kind. */
async function listen(page: Page): Promise<Record<Told['what'], Promise<Told>>> {
  const words = new EventEmitter();
  const signal = AbortSignal.timeout(TIMEOUT);
  const first = (what: Told['what']) => {
    const told = once(words, what, { signal }).then(([word]) => word as Told);
    // Awaited promises still reject; unawaited ones must not end the bench.
    told.catch(() => undefined);
    return told;
  };
  await page.exposeFunction('tellBench', (told: Told) => words.emit(told.what, told));
  return { paint: first('paint'), target: first('target'), pressed: first('pressed'), shown: first('shown') };
}

/** Runs first in each document. The compiler would name functions in variables by a helper that pages lack. */
function watchTap({ target, shown }: Pick<Tap, 'target' | 'shown'>): void {
  const { tellBench } = window as unknown as { tellBench: (told: Told) => void };
  const start = performance.timeOrigin;
  const watch = {
    aimed: false,
    tell(what: Told['what'], at: number, [x, y] = [0, 0]) {
      tellBench({ what, start, at: start + at, x, y });
    },
    look() {
      const aim = watch.aimed ? null : document.querySelector(target)?.getBoundingClientRect();
      if (aim) {
        watch.aimed = true;
        watch.tell('target', performance.now(), [aim.x + aim.width / 2, aim.y + aim.height / 2]);
      }
      const found = document.querySelector(shown.selector);
      const right = found && (shown.text === undefined || found.textContent === shown.text);
      // After the frame that shows it.
      if (right && location.pathname === shown.path) setTimeout(() => watch.tell('shown', performance.now()));
      else requestAnimationFrame(() => watch.look());
    },
  };
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint) watch.tell('paint', paint.startTime);
  }).observe({ type: 'paint', buffered: true });
  addEventListener('pointerdown', ({ timeStamp }) => watch.tell('pressed', timeStamp), { capture: true });
  watch.look();
}
