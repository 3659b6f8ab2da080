import { writeFile } from 'node:fs/promises';
import { formatDateTime } from '@madang/contract/time/rules';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { findToday, listDailySums, rollUp } from '../../features/analytics/index.ts';
import type { Run } from '../run.ts';
import { addDays, countByDay, countByScreen, KINDS, sumByScreen } from '../stats/figures.ts';
import { renderReport } from '../stats/report.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

/** Days that are shown when none are named. */
const DAYS_SHOWN = 30;
/** Ten years: more is a mistyped year. */
const DAYS_MAX = 3_660;

interface StatsOptions {
  from?: string;
  to?: string;
  by?: 'screen';
  csv?: true;
  json?: true;
  html?: string;
}

/** `stats`: what was done on each day, without who did it [CA-08]. */
export function addStatsCommand(program: Command, run: Run): void {
  program
    .command('stats')
    .description('daily counts of screen views, sign-ups, logins, posts, replies and likes')
    .option('--from <day>', 'the first day, e.g. 2026-03-02; 30 days when not given', readDay)
    .option('--to <day>', 'the last day; today on the campus when not given', readDay)
    .addOption(new Option('--by <what>', 'the views of each screen').choices(['screen']))
    .addOption(new Option('--csv', 'comma-separated values').conflicts(['json', 'html']))
    .addOption(new Option('--json', 'one JSON object a line').conflicts(['csv', 'html']))
    .addOption(
      new Option('--html <file>', 'a page with plots, for a browser').conflicts(['csv', 'json', 'by']),
    )
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
    const page = renderReport({
      title: `${campus.settings.product.name} · ${campus.settings.university.name}`,
      timeZone,
      readAt: formatDateTime(new Date(), timeZone),
      days,
      screens: sumByScreen(sums),
    });
    const file = options.html;
    await writeFile(file, page);
    return terminal.line(`${from} to ${to} in ${file}`);
  }
  const rows =
    options.by === 'screen'
      ? countByScreen(sums).map(({ day, screen, views }) => ({ day, screen, views }))
      : days.map(({ day, counts }) => ({
          day,
          ...Object.fromEntries(KINDS.map(({ kind, column }) => [column, counts[kind]])),
        }));
  if (options.json) {
    for (const row of rows) terminal.json(row);
    return;
  }
  const head =
    options.by === 'screen' ? ['day', 'screen', 'views'] : ['day', ...KINDS.map(({ column }) => column)];
  const cells = rows.map((row) => Object.values<string | number>(row));
  if (!options.csv)
    return terminal.table(options.by ? head : ['day', ...KINDS.map(({ title }) => title)], cells);
  // No cell holds a comma or a quote: days, patterns of addresses and numbers.
  for (const row of [head, ...cells]) terminal.line(row.join(','));
}

/** A day of the calendar, `YYYY-MM-DD`. */
function readDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDay(text))
    throw new InvalidArgumentError('must be a day such as 2026-03-02');
  return text;
}

/** 30 February would silently become 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
