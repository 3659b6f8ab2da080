import type { Request } from 'playwright-core';
import { withBrowser } from './chromium.ts';

/** One request of the web app. */
export interface Call {
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
  /** Its answer does not end: a live stream. */
  endless: boolean;
}

/** What one screen asks: groups of requests, each sent when the one before it was answered. */
export interface Step {
  name: string;
  waves: Call[][];
}

const SENT_BY_EVERY_BROWSER = ['accept', 'accept-language', 'content-type', 'user-agent', 'sec-fetch-site'];
/** Nothing is asked any more this long after the last answer. */
const QUIET = 1_500;

/**
 * Looks at what the built web app asks when a student opens home for the first time, then a building, then a post:
 * a list written by hand would go on measuring what the app asked once.
 */
export async function recordVisit(
  origin: string,
  cookie: string,
  paths: readonly { name: string; path: string }[],
): Promise<Step[]> {
  return withBrowser({ origin, cookie }, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(sendBeaconsByFetch);
    const steps: Step[] = [];
    const seen = new Set<string>();
    let answered = true;
    page.on('request', (request) => {
      const step = steps.at(-1);
      const url = request.url();
      // A headless browser asks again for what another would take from its memory.
      const kept = /\/(?:assets|campus)\//.test(url) && seen.has(url);
      if (!step || !url.startsWith(origin) || kept) return;
      seen.add(url);
      if (answered) step.waves.push([]);
      answered = false;
      step.waves.at(-1)?.push(callOf(request, origin));
    });
    page.on('requestfinished', () => (answered = true));
    for (const { name: step, path } of paths) {
      steps.push({ name: step, waves: [] });
      answered = true;
      if (steps.length === 1) await page.goto(origin + path);
      else await page.evaluate(goTo, path);
      await page.waitForTimeout(QUIET);
    }
    return steps;
  });
}

/** A browser does not tell what a beacon carries. */
function sendBeaconsByFetch(): void {
  navigator.sendBeacon = (url, data) => {
    if (!(data instanceof Blob)) return false;
    const headers = { 'Content-Type': data.type };
    void data.text().then((body) => fetch(url, { method: 'POST', headers, body }));
    return true;
  };
}

/** As a link within the app does, without depending on which screen has it. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

function callOf(request: Request, origin: string): Call {
  const headers = Object.entries(request.headers()).filter(([name]) => SENT_BY_EVERY_BROWSER.includes(name));
  const body = request.postData();
  return {
    method: request.method(),
    path: request.url().slice(origin.length),
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { body }),
    endless: request.resourceType() === 'eventsource',
  };
}
