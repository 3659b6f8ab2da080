import lighthouse from 'lighthouse';
import type { User } from '../e2e/testing/makers.ts';
import { withBrowser } from './chromium.ts';
import { median } from './measure.ts';

const PORT = 9333;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** One page as Lighthouse sees it: the medians of all runs. */
export interface Loading {
  page: string;
  scores: Record<(typeof CATEGORIES)[number], number>;
  /** Milliseconds. */
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Audits that cost points in any run, to find the cause of a miss. */
  faults: string[];
}

/** Loads one address `runs` times on a simulated phone and line, each time in a browser without any cache. */
export async function measureLoading(
  page: string,
  address: string,
  user: User | undefined,
  runs: number,
): Promise<Loading> {
  const results: Report[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await load(address, user));
  const middle = (read: (result: Report) => number) => median(results.map(read));
  const metric = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round(middle((r) => r.categories[name]?.score ?? 0) * 100)]),
  );
  return {
    page,
    scores: scores as Loading['scores'],
    largestPaint: Math.round(metric('largest-contentful-paint')),
    blocked: Math.round(metric('total-blocking-time')),
    shift: Number(metric('cumulative-layout-shift').toFixed(4)),
    faults: [...new Set(results.flatMap(findFaults))].toSorted(),
  };
}

type Report = Result['lhr'];

/** Now and then Chromium records nothing that Lighthouse can read; then the page is loaded once more. */
async function load(address: string, user: User | undefined): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await visit(address, user);
    if (answer && !answer.lhr.runtimeError) return answer.lhr;
    if (attempt === 2) throw new Error(`${address}: ${answer?.lhr.runtimeError?.message ?? 'no result'}`);
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof visit>>>;

async function visit(address: string, user: User | undefined) {
  return withBrowser(
    user?.client,
    async () =>
      // The default is a phone with a slow processor on slow 4G, simulated from a load at full speed.
      lighthouse(address, {
        port: PORT,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
        // The browser is new; what would be cleared is the session.
        disableStorageReset: true,
      }),
    PORT,
  );
}

function findFaults({ categories, audits }: Report): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  return weighed
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
}
