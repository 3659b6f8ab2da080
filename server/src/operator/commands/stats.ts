import { formatDateTime } from '@madang/contract/time/rules';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { addDays, findToday, listDailySums, rollUp } from '../../features/analytics/index.ts';
import { listUnfoundTerms } from '../../features/search/index.ts';
import type { Run } from '../actions.ts';
import {
  countByDay,
  countByScreen,
  countLines,
  type Day,
  KINDS,
  LINE_COLUMNS,
  PUSH_COLUMNS,
  renderReport,
  BOOKMARK_KINDS,
  SEARCH_KINDS,
  sumByScreen,
} from '../stats/stats.ts';
import { writeWhole } from '../documents/export.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

const DAYS_SHOWN = 30;
/** Maximum range, ten years: more is a mistyped year. */
const DAYS_MAX = 3_660;

interface StatsOptions {
  from?: string;
  to?: string;
  by?: 'screen' | 'search' | 'unfound' | 'scrap' | 'inbox' | 'push';
  csv?: true;
  json?: true;
  html?: string;
}

/** Adds `stats`: daily counts without users [CA-08]. */
export function addStatsCommand(program: Command, run: Run): void {
  program
    .command('stats')
    .description('daily counts of screen views, sign-ups, logins, posts, replies and likes')
    .option('--from <day>', 'the first day, e.g. 2026-03-02; default: 30 days', readDay)
    .option('--to <day>', 'the last day; default: today on the campus', readDay)
    .addOption(
      new Option(
        '--by <what>',
        'views per screen; searches; terms that at least five students did not find; bookmarks; inbox lines; pushes',
      ).choices(['screen', 'search', 'unfound', 'scrap', 'inbox', 'push']),
    )
    .addOption(new Option('--csv', 'comma-separated values').conflicts(['json', 'html']))
    .addOption(new Option('--json', 'one JSON object per line').conflicts(['csv', 'html']))
    .addOption(new Option('--html <file>', 'an HTML page with plots').conflicts(['csv', 'json', 'by']))
    .addHelpText('after', '\nExample:\n  operator stats --from 2026-03-01 --html march.html')
    .action((options: StatsOptions) => run((workplace, terminal) => showStats(workplace, terminal, options)));
}

async function showStats(workplace: Workplace, terminal: Terminal, options: StatsOptions): Promise<void> {
  const { database, campus } = workplace;
  const { timeZone } = campus.settings;
  const to = options.to ?? (await findToday(database, timeZone));
  const from = options.from ?? addDays(to, 1 - DAYS_SHOWN);
  if (from > to) throw new OperatorError(`--from ${from} is after --to ${to}`);
  if (addDays(from, DAYS_MAX) < to) throw new OperatorError(`${from} to ${to} is more than ten years`);
  await rollUp(database, timeZone);
  const sums = await listDailySums(database, from, to);
  const days = countByDay(sums, from, to);
  if (options.html !== undefined) {
    const page = await renderReport({
      title: `${campus.settings.product.name} · ${campus.settings.university.name}`,
      timeZone,
      readAt: formatDateTime(new Date(), timeZone),
      days,
      screens: sumByScreen(sums),
      unfound: await listUnfoundTerms(database, from, to),
    });
    const file = options.html;
    await writeWhole(file, page, 0o666);
    return terminal.line(`${from} to ${to} in ${file}`);
  }
  const tables: Record<NonNullable<StatsOptions['by']> | 'day', () => Table | Promise<Table>> = {
    day: () => tableOfDays(days, KINDS),
    screen: () => tableOf(['day', 'screen', 'views'], countByScreen(sums)),
    search: () => tableOfDays(days, SEARCH_KINDS),
    unfound: async () => tableOf(['day', 'term', 'students'], await listUnfoundTerms(database, from, to)),
    scrap: () => tableOfDays(days, BOOKMARK_KINDS),
    inbox: () => tableOf(['day', 'line', 'made', 'opened'], countLines(sums, LINE_COLUMNS)),
    push: () => tableOf(['day', 'line', 'made', 'sent', 'opened', 'refused'], countLines(sums, PUSH_COLUMNS)),
  };
  const { columns, titles, rows } = await tables[options.by ?? 'day']();
  if (options.json) {
    for (const row of rows) terminal.json(row);
    return;
  }
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  if (!options.csv) return terminal.table(titles, cells);
  terminal.csv([columns, ...cells]);
}

interface Table {
  columns: readonly string[];
  titles: readonly string[];
  rows: readonly Readonly<Record<string, string | number>>[];
}

function tableOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number>>[],
): Table {
  return { columns, titles: columns, rows };
}

function tableOfDays(days: readonly Day[], kinds: typeof KINDS): Table {
  return {
    columns: ['day', ...kinds.map(({ column }) => column)],
    titles: ['day', ...kinds.map(({ title }) => title)],
    rows: days.map(({ day, counts }) => ({
      day,
      ...Object.fromEntries(kinds.map(({ kind, column }) => [column, counts[kind]])),
    })),
  };
}

/** Parses a calendar day, `YYYY-MM-DD`. */
function readDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDay(text))
    throw new InvalidArgumentError('must be a day such as 2026-03-02');
  return text;
}

/** Detects invalid days: 30 February would silently become 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
