import type { Problem, ProblemCode } from '@madang/contract/errors';
import type { Page, Route } from '@playwright/test';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Simulates failures between page and server. `path` is a glob like `**\/posts`. */
export async function answerProblem(
  page: Page,
  method: Method,
  path: string,
  problem: { status: number; code: ProblemCode; retryAfter?: number; requestId?: string },
): Promise<void> {
  // The app reports it, and the server would log a fault it did not cause.
  if (problem.status >= 500) await page.route('**/api/faults', (route) => route.fulfill({ status: 204 }));
  const json: Problem = { type: 'about:blank', title: 'made by a journey', ...problem };
  await intercept(page, method, path, (route) =>
    route.fulfill({ status: problem.status, contentType: 'application/problem+json', json }),
  );
}

/** Aborts calls before they reach the server. */
export async function cutCalls(page: Page, method: Method, path: string): Promise<void> {
  await intercept(page, method, path, (route) => route.abort());
}

/** Chromium's message about an aborted call. */
export const CUT = /Failed to load resource: net::ERR_FAILED/;

interface HeldAnswers {
  /** Number of calls made. */
  count: () => number;
  /** Releases the answers; later ones are immediate. */
  release: () => void;
}

/** Delays answers until released; the calls take effect. */
export async function holdAnswers(page: Page, method: Method, path: string): Promise<HeldAnswers> {
  let count = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, method, path, async (route) => {
    count += 1;
    const response = await route.fetch({ maxRetries: 2 });
    await released;
    await route.fulfill({ response });
  });
  return { count: () => count, release };
}

/** Removes rendering and included answers from pages, so that the app requests everything. */
export async function leaveOutAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 2 });
    const body = (await response.text())
      .replaceAll(GIVEN, (_, id: string) => dataBlock(id, id === 'shared' ? { scripts: [] } : {}))
      .replace(DRAWN, '<div id="root"></div>');
    return route.fulfill({ response, body });
  });
}

const GIVEN = /<script type="application\/json" id="(shared|own)">(.*?)<\/script>/gs;
const DRAWN = /<div id="root">.*<\/div>(?=\s*<noscript>)/s;

const dataBlock = (id: string, data: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`;

/** Returns the answered calls and the screen's scripts that a page includes. */
export function readGiven(html: string): { calls: string[]; scripts: string[] } {
  const [shared, own] = [...html.matchAll(GIVEN)].map(
    ([, , json = '{}']) => JSON.parse(json) as { answers?: object; session?: object; scripts?: string[] },
  );
  const session = own?.session ? ['GET /api/session'] : [];
  return { calls: [...Object.keys(shared?.answers ?? {}), ...session], scripts: shared?.scripts ?? [] };
}

async function intercept(
  page: Page,
  method: Method,
  path: string,
  act: (route: Route) => Promise<void>,
): Promise<void> {
  if (method === 'GET') await leaveOutAnswers(page);
  await page.route(path, async (route) => {
    if (route.request().method() === method) await act(route);
    else await route.fallback();
  });
}
