import { SCREENS } from '@madang/contract/screens';
import { leaveOutAnswers, readGiven } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { screenName } from '../testing/reading.ts';
import { expectLoaded } from '../testing/screens.ts';

/** Chromium complains of what was fetched beforehand and not used three seconds after the page was loaded. */
const COMPLAINS_AFTER = 3_500;

/** For so many milliseconds the app takes what came along (web/src/platform/given-answers.ts); a busy machine may need longer. */
const GOOD_FOR = 5_000;

/** Screens looked at at the same time: most of it is waiting for complaints. */
const AT_ONCE = 8;

test('what a page names or brings along is what its screen needs, and is asked once', async ({
  openBrowser,
  anybody,
  makers,
}) => {
  test.setTimeout(300_000);
  const post = await makers.post(anybody, { board: 'medical-library', picture: true });
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  const { hots } = await anybody.client.ask('GET /api/hots', { query: {} });
  const ids: Record<string, string | undefined> = {
    '/building/:buildingId': 'medical-library',
    '/board/event/:id': events[0]?.id,
    '/board/notice/:id': notices[0]?.id,
    '/post/:id': post.id,
    '/hotpost/:id': hots[0]?.id,
  };
  let named = 0;
  let brought = 0;
  const visit = async (screen: string, user: typeof anybody | undefined) => {
    const path = screen.replace(':keywordId/:categoryId', '5/1').replace(/:\w+/, ids[screen] ?? '');
    const page = await openBrowser(user);
    const called: string[] = [];
    page.on('request', (request) =>
      called.push(`${request.method()} ${request.url().slice(new URL(request.url()).origin.length)}`),
    );
    const answer = await page.goto(path);
    const { calls: given, scripts } = readGiven((await answer?.text()) ?? '');
    named += scripts.length;
    await expect(screenName(page)).toBeAttached();
    await expectLoaded(page);
    // Whether it was used shows only by the browser's complaint, which the watch hears.
    await page.waitForTimeout(COMPLAINS_AFTER);
    for (const address of scripts)
      expect([path, address, called.filter((one) => one === `GET ${address}`).length]).toEqual([
        path,
        address,
        1,
      ]);
    const used = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(new Set(used.filter((name) => name.includes('/assets/'))).size).toBe(
      used.filter((name) => name.includes('/assets/')).length,
    );
    const early = await page.evaluate(
      (goodFor) =>
        performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < goodFor)
          .map(({ name }) => `GET ${name.slice(location.origin.length)}`),
      GOOD_FOR,
    );
    for (const call of given) expect([path, call, early.includes(call)]).toEqual([path, call, false]);
    brought += given.length;
    // Where nothing comes along, the screen asks for just that.
    called.length = 0;
    await leaveOutAnswers(page);
    await page.goto(path);
    await expect(screenName(page)).toBeAttached();
    for (const call of given) await expect.poll(() => called, `${path} asks ${call}`).toContain(call);
    await page.context().close();
  };
  const open = ['/login', '/signup', '/sendPasswordResetEmail', '/terms', '/privacy'];
  const mailed = ['/verify', '/reset'];
  const inBeta = SCREENS.filter(({ feature }) => !feature).map(({ path }) => path);
  const forUsers = inBeta.filter((screen) => ![...open, ...mailed].includes(screen));
  const visits = [
    ...forUsers.map((screen) => () => visit(screen, anybody)),
    ...[...open, '/', '/building', '/nowhere'].map((screen) => () => visit(screen, undefined)),
  ];
  const visitAll = async () => {
    for (let next = visits.shift(); next; next = visits.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitAll));
  expect(named).toBeGreaterThan(60);
  expect(brought).toBeGreaterThan(60);
});

test('a session that has ended is told of the login and of nothing that it would be refused', async ({
  page,
  user,
}) => {
  await user.client.ask('DELETE /api/session', {});
  const answer = await page.goto('/building');
  const { calls, scripts } = readGiven((await answer?.text()) ?? '');
  expect(scripts.join()).toContain('login-screen');
  expect(calls).toEqual(['GET /api/campus', 'GET /api/session']);
});
