import { SCREENS, findScreen } from '@madang/contract/screens';
import type { Page, Response } from '@playwright/test';
import { expectAccessible, settle } from '../testing/axe.ts';
import { findBroken } from '../testing/broken-layout.ts';
import { leaveOutAnswers, readGiven } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { screenName } from '../testing/reading.ts';
import { sidewaysScroll } from '../testing/screens.ts';
import { type Cast, makeCast } from '../testing/cast.ts';
import type { Stop } from '../testing/stop.ts';
import { stops } from '../testing/stops.ts';

/** Chromium complains of what was fetched beforehand and not used three seconds after the page was loaded. */
const COMPLAINS_AFTER = 3_500;

/** What a student with large text or a small phone has. */
const looks = [
  { name: '200 % text', fontSize: '200%', width: 390 },
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

/** Shown where a text changed since one agreed to it: `restarts.journey.ts` goes there. */
const ELSEWHERE = ['/consent'];

const casts = new Map<string, Promise<Cast>>();

test('the tour goes to every screen', () => {
  const visited = stops.map(({ path }) => findScreen(path.split('?')[0] ?? '', 'official')?.screen.path);
  const missing = SCREENS.map(({ path }) => path).filter((path) => !visited.includes(path));
  expect(missing).toEqual(ELSEWHERE);
});

for (const edition of ['beta', 'official'] as const) {
  test.describe(`${edition} edition`, () => {
    test.use({ edition });

    for (const stop of stops.filter((one) => (one.edition ?? edition) === edition))
      test(`[FR-09] [FP-03] ${stop.name}: named, drawn as it is shown, accessible, and nothing is cut`, async ({
        page,
        signIn,
        makers,
        server,
      }) => {
        if (!casts.has(server.origin)) casts.set(server.origin, makeCast(makers, server, edition));
        const { people, places } = (await casts.get(server.origin)) as Cast;
        if (stop.who !== 'visitor') await signIn(people[stop.who ?? 'regular']);
        const path = stop.path.replace(/\{(\w+)\}/, (_, name: string) => places[name] ?? '');
        await visit(page, path, stop, edition === 'beta' || stop.edition !== undefined);
      });
  });
}

/**
 * What is asked of every screen, in one visit of it. What both editions have is loaded once more in one of them: in the dark,
 * and without what comes along.
 */
async function visit(page: Page, path: string, stop: Stop, isWhole: boolean): Promise<void> {
  await stop.prepare?.(page);
  const isPlain = !stop.prepare && !stop.reach;
  // Colours are compared where they stay, not on their way there.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  if (isPlain && isWhole) expect(await isDrawn(await page.goto(path))).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  const called: string[] = [];
  page.on('request', (request) => called.push(`${request.method()} ${localPart(request.url())}`));
  const answer = await page.goto(path);
  if (!stop.prepare) expect(await isDrawn(answer)).toBe(true);
  const loaded = Date.now();
  await expectNamed(page, stop.heading ?? /.+/);
  await settle(page);
  const given = readGiven((await answer?.text()) ?? '');
  if (isPlain) await expectUsed(page, called, given, stop.who === 'operator');
  await stop.reach?.(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const { name, fontSize, width } of looks) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    expect.soft(await sidewaysScroll(page), `${name}: scrolls sideways`).toBe(0);
    expect.soft(await findBroken(page), name).toEqual([]);
  }
  if (isPlain && isWhole) {
    await page.waitForTimeout(Math.max(0, loaded + COMPLAINS_AFTER - Date.now()));
    await expectAsked(page, path, called, given.calls);
  }
}

/** Named once, in the title of the document as on the page. */
async function expectNamed(page: Page, name: string | RegExp): Promise<void> {
  await expect(screenName(page)).toHaveCount(1);
  await expect(screenName(page)).toHaveText(name);
  const heading = (await screenName(page).textContent()) ?? '';
  await expect(page).toHaveTitle(`${heading} · 마당`);
}

/** Each script that the page names is asked for once, and what it brings along is not asked for again. */
async function expectUsed(
  page: Page,
  called: readonly string[],
  given: ReturnType<typeof readGiven>,
  mayAskRole: boolean,
): Promise<void> {
  for (const address of given.scripts)
    expect([address, called.filter((one) => one === `GET ${address}`).length]).toEqual([address, 1]);
  // A screen of a role asks whether it is still held.
  const twice = called.filter((one) => given.calls.includes(one));
  expect(twice.filter((one) => !mayAskRole || one !== 'GET /api/session')).toEqual([]);
  const used = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const files = used.filter((name) => name.includes('/assets/'));
  expect(files.filter((name, index) => files.indexOf(name) !== index)).toEqual([]);
}

/** Where nothing comes along, the screen asks for just that. */
async function expectAsked(
  page: Page,
  path: string,
  called: string[],
  calls: readonly string[],
): Promise<void> {
  called.length = 0;
  await leaveOutAnswers(page);
  await page.goto(path);
  await expect(screenName(page)).toBeAttached();
  for (const call of calls) await expect.poll(() => called, `${path} asks ${call}`).toContain(call);
}

/** Whether the server drew the screen of this answer. */
const isDrawn = async (answer: Response | null) => /"now":\d/.test((await answer?.text()) ?? '');

const localPart = (address: string) => address.slice(new URL(address).origin.length);
