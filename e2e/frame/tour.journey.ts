import { findScreen, SCREENS } from '@madang/contract/screens';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, settle } from '../testing/axe.ts';
import { findBroken, findUnderPen } from '../testing/broken-layout.ts';
import { leaveOutAnswers, readGiven } from '../testing/faults.ts';
import { expect, giveSession, test, untilTheAppRuns } from '../testing/fixtures.ts';
import type { SharedServer } from '../testing/journey-server.ts';
import type { Makers, User } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { PageWatch } from '../testing/page-watch.ts';
import { makePicture } from '../testing/picture.ts';
import { screenName } from '../testing/reading.ts';
import { sidewaysScroll } from '../testing/screens.ts';
import type { Stop } from '../testing/stop.ts';
import { stops } from '../testing/stops.ts';

/** A small phone, also with large text. */
const looks = [
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

/** The write button must cover no control on these. */
const phones = [
  [320, 568],
  [320, 640],
  [390, 844],
] as const;

const softly = expect.configure({ soft: true });

/** Milliseconds from its start for which a page uses its included answers (`lib/api.ts`). */
const ANSWERS_GOOD_FOR = 5_000;

/** Browser context shared by one user's plain stops: files are fetched and compiled once. */
interface Seat {
  context: BrowserContext;
  watch: PageWatch;
}

const casts = new Map<string, Promise<Cast>>();
const seats = new Map<string, Promise<Seat>>();

/** Returns the earlier value for this key, or calls the function. */
function once<Value>(made: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

test('the tour visits every screen', () => {
  const visited = stops
    .filter(({ full }) => !full)
    .map(({ path }) => findScreen(path.split('?')[0] ?? '', 'official')?.screen.path);
  const missing = SCREENS.map(({ path }) => path).filter((path) => !visited.includes(path));
  expect(missing).toEqual([]);
});

for (const edition of ['beta', 'official'] as const) {
  test.describe(`${edition} edition`, () => {
    test.use({ edition });

    const visited = stops.filter((one) => ['both', edition].includes(one.edition ?? 'beta'));

    for (const stop of visited) {
      // `npm test` visits the richer edition of screens that both have.
      const full = stop.full ?? (edition === 'beta' && stop.edition === 'both');
      test(`[FR-09] [FP-03] ${stop.name}: named, server-rendered, accessible, not cut off${full ? ' @full' : ''}`, async ({
        browser,
        makers,
        server,
        openBrowser,
      }) => {
        const { user, path } = await findStop(stop, makers, server, edition);
        // A stop with preparation or interaction leaves state behind.
        if (!isPlain(stop)) return visit(await openBrowser(user), path, stop);
        const seat = await once(seats, `${server.origin} ${stop.who ?? 'regular'}`, async () => {
          const context = await browser.newContext({ baseURL: server.origin });
          const watch = new PageWatch(server.origin);
          await watch.follow(context);
          if (user) await giveSession(context, user);
          return { context, watch };
        });
        const page = untilTheAppRuns(await seat.context.newPage());
        await visit(page, path, stop);
        await page.close();
        seat.watch.check();
      });
    }

    for (const stop of visited.filter(isPlain))
      test(
        `[FP-03] ${stop.name}: requests each included answer again if it is missing`,
        { tag: '@full' },
        async ({ makers, server, openBrowser }) => {
          const { user, path } = await findStop(stop, makers, server, edition);
          const page = await openBrowser(user);
          const { calls } = readGiven((await (await page.goto(path))?.text()) ?? '');
          await expectAsked(page, path, calls);
        },
      );
  });
}

/** Returns the user and the address of a stop; the first call creates all users. */
async function findStop(stop: Stop, makers: Makers, server: SharedServer, edition: string) {
  const cast = await once(casts, server.origin, () => makeCast(makers, server, edition));
  return {
    user: stop.who === 'visitor' ? undefined : cast.people[stop.who ?? 'regular'],
    path: stop.path.replace(/\{(\w+)\}/, (_, name: string) => cast.places[name] ?? ''),
  };
}

/** Checks in one visit the requirements of every screen. */
async function visit(page: Page, path: string, stop: Stop): Promise<void> {
  await stop.prepare?.(page);
  // Transitions must have ended before colours are compared.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const called: string[] = [];
  page.on('request', (request) => called.push(`${request.method()} ${localPart(request.url())}`));
  const answer = await page.goto(path);
  const html = (await answer?.text()) ?? '';
  if (!stop.prepare) expect(isServerRendered(html)).toBe(true);
  await expectNamed(page, stop.heading ?? /.+/);
  await settle(page);
  const given = readGiven(html);
  if (isPlain(stop)) await expectUsed(page, called, given, stop.who === 'operator');
  await stop.reach?.(page);
  await expectAccessible(page, stop);
  for (const { name, fontSize, width } of looks) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    expect.soft(await sidewaysScroll(page), `${name}: scrolls sideways`).toBe(0);
    expect.soft(await findBroken(page), name).toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height });
    for (const place of ['top', 'end'] as const) {
      const covered = softly.poll(() => findUnderPen(page, place), `${width} × ${height}: under the pen`);
      await covered.toEqual([]);
    }
  }
}

/** Expects one heading and the same document title. */
async function expectNamed(page: Page, name: string | RegExp): Promise<void> {
  await expect(screenName(page)).toHaveCount(1);
  await expect(screenName(page)).toHaveText(name);
  const heading = (await screenName(page).textContent()) ?? '';
  await expect(page).toHaveTitle(`${heading} · 마당`);
}

/** Expects the page's scripts to be requested once and its included answers never. */
async function expectUsed(
  page: Page,
  called: readonly string[],
  given: ReturnType<typeof readGiven>,
  mayAskRole: boolean,
): Promise<void> {
  for (const address of given.scripts)
    expect([address, called.filter((one) => one === `GET ${address}`).length]).toEqual([address, 1]);
  const used = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, transferSize }) => ({ name, startTime, transferSize }),
    ),
  );
  // A role's screen checks whether the user still has the role.
  const needed = given.calls.filter((call) => !mayAskRole || call !== 'GET /api/session');
  const early = used.filter(({ startTime }) => startTime < ANSWERS_GOOD_FOR);
  const asked = early.map(({ name }) => `GET ${localPart(name)}`);
  expect(called.filter((one) => needed.includes(one) && asked.includes(one))).toEqual([]);
  // A prefetched file is in the cache when it is used.
  const loaded = used.filter(({ transferSize }) => transferSize > 0);
  const files = loaded.map(({ name }) => name).filter((name) => name.includes('/assets/'));
  expect(files.filter((name, index) => files.indexOf(name) !== index)).toEqual([]);
}

/** Expects the screen to request each answer if none is included. */
async function expectAsked(page: Page, path: string, calls: readonly string[]): Promise<void> {
  const called: string[] = [];
  page.on('request', (request) => called.push(`${request.method()} ${localPart(request.url())}`));
  await leaveOutAnswers(page);
  await page.goto(path);
  await expect(screenName(page)).toBeAttached();
  for (const call of calls) await expect.poll(() => called, `${path} asks ${call}`).toContain(call);
}

/** Whether the page is checked without interaction after its load. */
function isPlain({ prepare, reach }: Stop): boolean {
  return !prepare && !reach;
}

const isServerRendered = (html: string) => /"now":\d/.test(html);

const localPart = (address: string) => address.slice(new URL(address).origin.length);

const LONG_WORD = `https://madang.example/${'gachi'.repeat(30)}`;

/** Users of the tour on one server, and values for the path parameters. */
interface Cast {
  people: Record<'newcomer' | 'regular' | 'operator', User>;
  places: Record<string, string>;
}

/** Creates them, with posts that are hard to lay out. */
async function makeCast(makers: Makers, server: SharedServer, edition: string): Promise<Cast> {
  const [newcomer, regular, operator, other] = [
    await makers.user({ right: false }),
    await makers.user(),
    await makers.user(),
    await makers.user(),
  ];
  const post = await makers.post(regular, {
    board: 'medical-library',
    title: `열람실 자리 ${'아'.repeat(60)} ${LONG_WORD.slice(0, 30)}`,
    body: `${LONG_WORD}\n\n둘째 문단입니다.`,
    keywords: ['조용한 장소', '콘센트 장소', '노트북 장소'],
    picture: makePicture(300, 900),
  });
  await makers.reply(other, post.id, LONG_WORD);
  await regular.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  if (edition === 'official') await operate(server, 'role', 'give', operator.email, 'operator');
  const { events } = await regular.client.ask('GET /api/events', {});
  const { notices } = await regular.client.ask('GET /api/notices', {});
  const { hots } = await regular.client.ask('GET /api/hots', { query: {} });
  const [event, notice, hot] = [events[0], notices[0], hots[0]];
  if (!event || !notice || !hot) throw new Error('an empty demo world');
  const places = { post: post.id, event: event.id, notice: notice.id, hot: hot.id, person: regular.id };
  return { people: { newcomer, regular, operator }, places };
}
