import type { CDPSession, Page } from 'playwright-core';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import { median } from './measure.ts';

/** Time until the page responds to a touch or key, over all tries. */
export interface Handling {
  action: string;
  median: number;
  worst: number;
}

export interface Places {
  origin: string;
  /** A board with that many posts. */
  boardId: string;
  posts: number;
  postId: string;
}

/** Slow 4G as Lighthouse applies it: 1.6 Mbit/s down, 750 kbit/s up, 562.5 ms to the server. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 188_744, uploadThroughput: 86_400 };
const SLOWDOWN = 4;

/** Event Timing rounds to 8 ms and omits events below 16 ms. */
const SHORTEST = 16;

/** Tries each action `times` times on a slow phone and line. */
export async function measureHandling(places: Places, user: User, times: number): Promise<Handling[]> {
  return withBrowser(user.client, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(watchEvents);
    const { origin, boardId, postId } = places;
    const results: Handling[] = [];
    const measure = async (action: string, path: string, prepare: (page: Page) => Promise<Act>) => {
      await page.goto(origin + path);
      const act = await prepare(page);
      const slow = await slowDown(page);
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) taken.push(await act(time));
      await slow.detach();
      results.push({ action, median: median(taken), worst: Math.max(...taken) });
    };
    await measure('like', `/post/${postId}`, async () => {
      const like = page.getByRole('button', { name: /^좋아요 \d/ });
      await like.waitFor();
      return () => time(page, () => like.tap());
    });
    await measure('tab change', `/building/${boardId}`, async () => {
      const tabs = ['인기', '최신'].map((name) => page.getByRole('tab', { name, exact: true }));
      await page.getByRole('article').first().waitFor();
      return (turn) => time(page, async () => tabs[turn % 2]?.tap());
    });
    await measure('category change', '/building', async () => {
      const tabs = page.getByRole('tab');
      await page.getByRole('tabpanel').getByRole('link').first().waitFor();
      return (turn) => time(page, () => tabs.nth((turn % 2) + 1).tap());
    });
    const openForm = async () => {
      await page.getByRole('link', { name: '글쓰기', exact: true }).tap();
      await page.getByLabel('내용', { exact: true }).waitFor();
    };
    await measure('typing', `/building/${boardId}`, async () => {
      await openForm();
      await page.getByLabel('내용', { exact: true }).tap();
      return () => time(page, () => page.keyboard.press('a'));
    });
    await measure('opening the keyword picker', `/building/${boardId}`, async () => {
      await openForm();
      const opener = page.getByRole('button', { name: /키워드 선택/ });
      const done = page.getByRole('button', { name: '완료', exact: true });
      return async () => {
        const taken = await time(page, () => opener.tap());
        await done.tap();
        await done.waitFor({ state: 'hidden' });
        return taken;
      };
    });
    return results;
  });
}

type Act = (turn: number) => Promise<number>;

/** Returns the longest main-thread task in milliseconds while all loaded posts are scrolled. */
export async function measureScrolling(places: Places, user: User): Promise<number> {
  return withBrowser(user.client, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${places.origin}/building/${places.boardId}`);
    const cards = page.getByRole('main').locator('h2 a');
    await cards.first().waitFor();
    for (;;) {
      const count = await cards.count();
      if (count >= places.posts) break;
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForFunction((before) => document.querySelectorAll('main h2 a').length > before, count, {
        timeout: 20_000,
      });
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await settle(page);
    const slow = await slowDown(page);
    const longest = await traceTasks(slow, async () => {
      // One fling to the end, which loads the next page.
      await slow.send('Input.synthesizeScrollGesture', {
        x: 195,
        y: 600,
        yDistance: -(await page.evaluate(() => document.documentElement.scrollHeight)),
        speed: 12_000,
        gestureSourceType: 'touch',
      });
    });
    return longest;
  });
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  dur?: number;
  args?: { name?: string };
}

/** Runs `act`; returns the longest main-thread task meanwhile, in milliseconds. */
async function traceTasks(session: CDPSession, act: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] },
  });
  await act();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  const place = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(place),
  );
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(place(event)));
  if (tasks.length === 0) throw new Error('the trace holds no task of the page');
  return Math.round(tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur), 0) / 1000);
}

/** Slows a page down while the session is attached. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return session;
}

/** Returns the milliseconds from the touch or key to the next frame that responds. */
async function time(page: Page, act: () => Promise<void> | undefined): Promise<number> {
  await settle(page);
  const before = await page.evaluate(() => performance.now());
  await act();
  await settle(page);
  const longest = await page.evaluate(
    (since) =>
      Math.max(
        0,
        ...(window as unknown as Watched).madangEvents
          .filter(({ startTime }) => startTime >= since)
          .map(({ duration }) => duration),
      ),
    before,
  );
  return Math.max(longest, SHORTEST);
}

/** Waits for two frames and an idle page. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => done()), 100)),
      ),
  );
}

interface Watched {
  madangEvents: { startTime: number; duration: number }[];
}

/** Runs first in the page. */
function watchEvents(): void {
  const watched = window as unknown as Watched;
  watched.madangEvents = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.madangEvents.push({ startTime, duration });
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
