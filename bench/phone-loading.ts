import lighthouse from 'lighthouse';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import { median } from './measure.ts';

const PORT = 9333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

/** A page of the app, or of its older state. */
export interface LoadedPage {
  address: string;
  user: User | undefined;
}

/** Lighthouse results of one page: medians of all runs. */
export interface Loading {
  page: string;
  scores: Record<Category, number>;
  /** Milliseconds. */
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Audits that cost points in any run, to find the cause of a miss. */
  faults: string[];
  /** Largest contentful paint with real throttling instead of simulation. */
  applied?: number;
  /** The same for the older state, measured alternately. */
  before?: { performance: number; largestPaint: number; blocked: number; shift: number; applied: number };
}

/**
 * Loads a page `runs` times with an empty cache on a simulated phone and line.
 * With an older state, alternates with it, and also loads both with real throttling.
 */
export async function measureLoading(
  page: string,
  now: LoadedPage,
  before: LoadedPage | null,
  runs: number,
): Promise<Loading> {
  const reports = { now: [] as Report[], before: [] as Report[] };
  const applied = { now: [] as Report[], before: [] as Report[] };
  const performance = ['performance'] as const;
  for (let run = 0; run < runs; run += 1) {
    if (before) reports.before.push(await load(before, { onlyCategories: [...performance] }));
    reports.now.push(await load(now, { onlyCategories: [...CATEGORIES] }));
    if (!before) continue;
    const slowed = { onlyCategories: [...performance], throttlingMethod: 'devtools' as const };
    applied.before.push(await load(before, slowed));
    applied.now.push(await load(now, slowed));
  }
  const scores = CATEGORIES.map((name) => [name, scoreOf(reports.now, name)]);
  return {
    page,
    scores: Object.fromEntries(scores) as Loading['scores'],
    ...timesOf(reports.now),
    faults: [...new Set(reports.now.flatMap(findFaults))].toSorted(),
    ...(before && {
      applied: timesOf(applied.now).largestPaint,
      before: {
        performance: scoreOf(reports.before, 'performance'),
        ...timesOf(reports.before),
        applied: timesOf(applied.before).largestPaint,
      },
    }),
  };
}

function scoreOf(reports: readonly Report[], category: Category): number {
  return Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100);
}

function timesOf(reports: readonly Report[]) {
  const metric = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  return {
    largestPaint: Math.round(metric('largest-contentful-paint')),
    blocked: Math.round(metric('total-blocking-time')),
    shift: Number(metric('cumulative-layout-shift').toFixed(4)),
  };
}

interface Settings {
  onlyCategories: Category[];
  /** Default: a phone with a slow processor on slow 4G, simulated. */
  throttlingMethod?: 'devtools';
}

type Report = Result['lhr'];

/** Loads the page again if Chromium recorded nothing that Lighthouse can read. */
async function load(page: LoadedPage, settings: Settings): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await visit(page, settings);
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    if (attempt === 2)
      throw new Error(`${page.address}: ${answer?.lhr.runtimeError?.message ?? 'no result'}`);
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof visit>>>;

async function visit({ address, user }: LoadedPage, settings: Settings) {
  return withBrowser(
    user?.client,
    async () =>
      lighthouse(address, {
        port: PORT,
        output: 'json',
        logLevel: 'error',
        ...settings,
        // The browser is new; a reset would only delete the session.
        disableStorageReset: true,
      }),
    { port: PORT },
  );
}

function findFaults({ categories, audits }: Report): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  return weighed
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
}
