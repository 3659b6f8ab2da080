import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { CuttableLine } from '../e2e/testing/cuttable-line.ts';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import { throughLine, warmUp } from './phone-device.ts';

/** Maximum time in ms until the network changes; it may change several times per page. */
const CHANGE_AFTER = 400;
/** Time in ms until a page must show something, including the network timeout, and then its pictures. */
const SHOWN_WITHIN = 5_000;
const LOOK_AFTER = 600;
const TIMEOUT = 15_000;
/** Text of the app's error screen. */
const CRASHED = '화면을 표시하지 못했습니다.';

/** Faults that students must never see. */
export interface Flapping {
  opens: number;
  changes: number;
  /** Error pages of the browser or the app. */
  crashed: string[];
  /** Pages without any content. */
  empty: string[];
  brokenPictures: string[];
}

/** Opens pages with the worker while the network fails and recovers at any moment. */
export async function openWhileFlapping(
  user: User,
  paths: readonly string[],
  opens: number,
): Promise<Flapping> {
  const line = await CuttableLine.open(new URL(user.client.origin).port);
  const found: Flapping = { opens: 0, changes: 0, crashed: [], empty: [], brokenPictures: [] };
  let up = true;
  const change = () => {
    up = !up;
    found.changes += 1;
    if (up) line.restore();
    else line.cut();
  };
  try {
    const { origin } = user.client;
    const openAll = async (context: BrowserContext) => {
      const page = await context.newPage();
      await page.goto(origin);
      await warmUp(context, origin);
      for (const path of paths) await page.goto(origin + path, { waitUntil: 'networkidle' });
      for (; found.opens < opens; found.opens += 1) {
        const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
        const flaps = (async () => {
          for (let times = Math.floor(Math.random() * 3); times > 0; times -= 1) {
            await sleep(Math.random() * CHANGE_AFTER);
            change();
          }
        })();
        // The cut may abort the navigation; the resulting page is checked.
        await page.goto(origin + path, { waitUntil: 'commit', timeout: TIMEOUT }).catch(() => {});
        await flaps;
        await look(page, path, found);
      }
    };
    await withBrowser(user.client, openAll, throughLine(line));
  } finally {
    await line.close();
  }
  return found;
}

/** Records the faults of the page after its time. */
async function look(page: Page, path: string, found: Flapping): Promise<void> {
  // A page without content in this time counts as empty.
  await page
    .waitForFunction(() => document.body.innerText.trim() !== '', undefined, { timeout: SHOWN_WITHIN })
    .catch(() => {});
  await sleep(LOOK_AFTER);
  const seen = await page.evaluate(() => ({
    address: location.href,
    text: document.body.innerText.trim(),
    broken: [...document.images]
      .filter(({ complete, naturalWidth, src }) => src && complete && naturalWidth === 0)
      .filter((image) => getComputedStyle(image).opacity !== '0')
      .map(({ src }) => new URL(src).pathname),
  }));
  const where = `${found.opens} ${path}`;
  if (seen.address.startsWith('chrome-error:') || seen.text.includes(CRASHED)) found.crashed.push(where);
  else if (seen.text === '') found.empty.push(where);
  for (const picture of seen.broken) found.brokenPictures.push(`${where}: ${picture}`);
}
