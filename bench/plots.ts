// `npm run bench:plots`: renders the committed results of the benches to docs/performance/*.svg.
// With `--check`, as in `npm run check`, writes nothing and fails if a picture differs from its results.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawChart, type Chart, type Group, type Mark } from './chart.ts';
import { LARGEST_PAINT_GOAL } from './goals.ts';
import { median } from './measure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/performance');

interface ServerFigure {
  case?: string;
  way?: string;
  connections?: number;
  microseconds?: number;
}

/** Compares the server's answers with those of the bare servers. */
function drawServer(figures: readonly ServerFigure[]): Chart {
  const ways = ['cached', 'constant', 'uncached', 'same SQL'];
  const cases = [...new Set(figures.map((one) => one.case))];
  const groups = cases.map((name): Group => {
    const marks = ways.flatMap((way): Mark[] => {
      const found = figures.find((one) => one.case === name && one.way === way && !one.connections);
      return found?.microseconds === undefined ? [] : [{ series: way, value: found.microseconds }];
    });
    return { name: name ?? '', marks };
  });
  return {
    title: 'Server: processor time an answer, beside bare servers',
    unit: 'µs',
    scale: 'log',
    // Cases without a comparison, such as slow passwords, would only stretch the axis.
    groups: groups.filter(({ marks }) => marks.some(({ series }) => series === 'same SQL')),
  };
}

interface GrowthFigure {
  read?: string;
  milliseconds?: Record<string, number>;
}

function drawGrowth(figures: readonly GrowthFigure[]): Chart {
  const groups = figures.flatMap(({ read, milliseconds }): Group[] => {
    const sizes = Object.entries(milliseconds ?? {});
    const marks = sizes.map(([size, value]) => ({
      series: `${Number(size).toLocaleString('en-US')} posts`,
      value,
    }));
    return read ? [{ name: read, marks }] : [];
  });
  return { title: 'Growth: median of a read, by posts', unit: 'ms', scale: 'linear', groups };
}

interface LiveFigure {
  measure: string;
  name?: string;
  lanes?: { lane: string; rounds: { p99: number }[] }[];
}

function drawLive(figures: readonly LiveFigure[]): Chart {
  const groups = figures.flatMap(({ measure, name, lanes = [] }): Group[] => {
    const marks = lanes.map(({ lane, rounds }): Mark => {
      const times = rounds.map(({ p99 }) => p99);
      const series = lane.split(',', 1)[0] ?? '';
      return { series, value: median(times), range: [Math.min(...times), Math.max(...times)] };
    });
    return measure === 'delivery' ? [{ name: name ?? '', marks }] : [];
  });
  return { title: 'Live: p99 of a delivery', unit: 'ms', scale: 'linear', groups };
}

interface SearchFigure {
  query?: string;
  order?: string;
  milliseconds?: Record<string, number>;
  trigram?: number;
}

function drawSearch(figures: readonly SearchFigure[]): Chart {
  const groups = figures.flatMap(({ query, order, milliseconds, trigram }): Group[] => {
    const marks = Object.entries(milliseconds ?? {}).map(([size, value]) => ({
      series: `${Number(size).toLocaleString('en-US')} posts`,
      value,
    }));
    const beside = trigram === undefined ? [] : [{ series: 'pg_trgm, 100,000 posts', value: trigram }];
    return query && order === 'recent' ? [{ name: query, marks: [...marks, ...beside] }] : [];
  });
  return { title: 'Search: median of a first page, newest first', unit: 'ms', scale: 'log', groups };
}

function drawPhone({
  loading,
}: {
  loading: { page: string; times: { largestPaint: { middle: number } } }[];
}): Chart {
  const groups = loading.map(({ page, times }): Group => ({
    name: page,
    marks: [{ series: 'LCP', value: times.largestPaint.middle, goal: LARGEST_PAINT_GOAL }],
  }));
  return { title: 'Phone: largest contentful paint', unit: 'ms', scale: 'linear', groups };
}

const charts: Record<string, (results: never) => Chart> = {
  server: drawServer,
  growth: drawGrowth,
  live: drawLive,
  phone: drawPhone,
  search: drawSearch,
};

const pictures = new Map<string, string>();
for (const [name, draw] of Object.entries(charts)) {
  const results = join(root, `bench/results/${name}.json`);
  // A bench without results has no picture.
  if (!existsSync(results)) continue;
  pictures.set(`${name}.svg`, drawChart(draw(JSON.parse(readFileSync(results, 'utf8')) as never)));
}

if (process.argv.includes('--check')) {
  const stale = readdirSync(folder).filter((file) => !pictures.has(file));
  for (const [file, picture] of pictures) {
    const path = join(folder, file);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== picture) stale.push(file);
  }
  if (stale.length > 0) {
    console.error(`not drawn from bench/results: ${stale.join(', ')}; npm run bench:plots draws them`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [file, picture] of pictures) writeFileSync(join(folder, file), picture);
}
