import lighthouse from 'lighthouse';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import { median, spread } from './measure.ts';

const PORT = 9333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** A page of the app, or of its older state. */
export interface LoadedPage {
  address: string;
  user: User | undefined;
}

/** Lighthouse results of one page over all runs. */
export interface Loading {
  page: string;
  /** Medians, 0 to 100. */
  scores: Record<Category, number>;
  times: Times;
  /** Audits that cost points in any run, to find the cause of a miss. */
  faults: string[];
  /** The same for the older state, measured alternately. */
  before?: { performance: number; times: Times };
}

/** Median and range: milliseconds, and the layout shift. */
export interface Times {
  largestPaint: ReturnType<typeof spread>;
  blocked: ReturnType<typeof spread>;
  shift: number;
}

/**
 * Loads a page `runs` times with an empty cache on a simulated phone and line, alternately with the older state.
 *
 * @param worker whether the page may register the service worker.
 */
export async function measureLoading(
  page: string,
  now: LoadedPage,
  before: LoadedPage | null,
  runs: number,
  worker: boolean,
): Promise<Loading> {
  const reports = { now: [] as Report[], before: [] as Report[] };
  // A server that has just started renders its first pages slowly.
  for (const state of [now, ...(before ? [before] : [])])
    for (let time = 0; time < 3; time += 1) await fetchPage(state);
  for (let run = 0; run < runs; run += 1) {
    if (before) reports.before.push(await load(before, ['performance'], worker));
    reports.now.push(await load(now, [...CATEGORIES], worker));
  }
  const scores = CATEGORIES.map((name) => [name, scoreOf(reports.now, name)]);
  return {
    page,
    scores: Object.fromEntries(scores) as Loading['scores'],
    times: timesOf(reports.now),
    faults: [...new Set(reports.now.flatMap(findFaults))].toSorted(),
    ...(before && {
      before: { performance: scoreOf(reports.before, 'performance'), times: timesOf(reports.before) },
    }),
  };
}

function scoreOf(reports: readonly Report[], category: Category): number {
  return Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100);
}

function timesOf(reports: readonly Report[]): Times {
  const metric = (id: string) => reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  return {
    largestPaint: spread(metric('largest-contentful-paint'), 0),
    blocked: spread(metric('total-blocking-time'), 0),
    shift: Number(Math.max(...metric('cumulative-layout-shift')).toFixed(4)),
  };
}

async function fetchPage({ address, user }: LoadedPage): Promise<void> {
  const answer = await fetch(address, { headers: user ? { cookie: user.client.cookie } : {} });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.text();
}

type Report = Result['lhr'];

/** Loads the page again if Chromium recorded nothing that Lighthouse can read. */
async function load(page: LoadedPage, onlyCategories: Category[], worker: boolean): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await visit(page, onlyCategories, worker);
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    if (attempt === 2)
      throw new Error(`${page.address}: ${answer?.lhr.runtimeError?.message ?? 'no result'}`);
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof visit>>>;

async function visit({ address, user }: LoadedPage, onlyCategories: Category[], worker: boolean) {
  return withBrowser(
    user?.client,
    async () =>
      lighthouse(address, {
        port: PORT,
        output: 'json',
        logLevel: 'error',
        onlyCategories,
        // The browser is new; a reset would only delete the session.
        disableStorageReset: true,
      }),
    { port: PORT, serviceWorkers: worker ? 'allow' : 'block' },
  );
}

function findFaults({ categories, audits }: Report): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  return weighed
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
}
