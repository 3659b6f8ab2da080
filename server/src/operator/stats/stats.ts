import { addDays, type DailySum, type EventKind, type LineEvent } from '../../features/analytics/index.ts';

type DayKind = Exclude<EventKind, 'person' | 'mail' | 'error'>;

export const KINDS: readonly { kind: DayKind; title: string; column: string }[] = [
  { kind: 'screenView', title: 'screen views', column: 'screenViews' },
  { kind: 'signUp', title: 'sign-ups', column: 'signUps' },
  { kind: 'login', title: 'logins', column: 'logins' },
  { kind: 'post', title: 'posts', column: 'posts' },
  { kind: 'reply', title: 'replies', column: 'replies' },
  { kind: 'like', title: 'likes', column: 'likes' },
];

/** Kinds with separate tables; the report contains them if they occurred. */
export const SEARCH_KINDS: typeof KINDS = [
  { kind: 'search', title: 'searches', column: 'searches' },
  { kind: 'unfound', title: 'searches that found nothing', column: 'unfound' },
];
export const BOOKMARK_KINDS: typeof KINDS = [{ kind: 'scrap', title: 'scraps', column: 'scraps' }];
const LATER_KINDS = [...SEARCH_KINDS, ...BOOKMARK_KINDS];

export interface Day {
  /** `YYYY-MM-DD`, a day of the campus. */
  day: string;
  counts: Record<DayKind, number>;
}

interface ScreenDay {
  day: string;
  screen: string;
  views: number;
}

/** Returns every day of the range, those without events as zeros. */
export function countByDay(sums: readonly DailySum[], from: string, to: string): Day[] {
  const days = new Map<string, Day>();
  const none = Object.fromEntries([...KINDS, ...LATER_KINDS].map(({ kind }) => [kind, 0]));
  for (let day = from; day <= to; day = addDays(day, 1))
    days.set(day, { day, counts: { ...none } as Day['counts'] });
  for (const { day, kind, count } of sums) {
    const counts = days.get(day)?.counts;
    if (counts && kind in counts) counts[kind as DayKind] += count;
  }
  return [...days.values()];
}

/** Columns of notifications and pushes with their event kinds. */
export const LINE_COLUMNS = { made: 'lineMade', opened: 'lineOpened' } as const;
export const PUSH_COLUMNS = {
  made: 'pushMade',
  sent: 'pushSent',
  opened: 'pushOpened',
  refused: 'pushRefused',
} as const;

/** Counts notifications or pushes per day and kind. */
export function countLines<Column extends string>(
  sums: readonly DailySum[],
  columns: Readonly<Record<Column, LineEvent>>,
): ({ day: string; line: string } & Record<Column, number>)[] {
  type Row = { day: string; line: string } & Record<Column, number>;
  const names = Object.keys(columns) as Column[];
  const none = Object.fromEntries(names.map((name) => [name, 0])) as Record<Column, number>;
  const rows = new Map<string, Row>();
  for (const { day, kind, screen: line, count } of sums) {
    const column = names.find((name) => columns[name] === kind);
    if (!column) continue;
    const row = rows.get(`${day} ${line}`) ?? { day, line, ...none };
    rows.set(`${day} ${line}`, { ...row, [column]: row[column] + count });
  }
  return [...rows.values()].sort(
    (one, other) => compare(one.day, other.day) || compare(one.line, other.line),
  );
}

/** Returns the views per screen and day, most viewed first. */
export function countByScreen(sums: readonly DailySum[]): ScreenDay[] {
  return sums
    .filter(({ kind }) => kind === 'screenView')
    .map(({ day, screen, count }) => ({ day, screen, views: count }))
    .sort(
      (one, other) =>
        compare(one.day, other.day) || other.views - one.views || compare(one.screen, other.screen),
    );
}

/** Returns the total views per screen, most viewed first. */
export function sumByScreen(sums: readonly DailySum[]): { screen: string; views: number }[] {
  const views = new Map<string, number>();
  for (const day of countByScreen(sums)) views.set(day.screen, (views.get(day.screen) ?? 0) + day.views);
  return [...views]
    .map(([screen, count]) => ({ screen, views: count }))
    .sort((one, other) => other.views - one.views || compare(one.screen, other.screen));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

interface ReportInput {
  title: string;
  timeZone: string;
  readAt: string;
  days: readonly Day[];
  screens: readonly { screen: string; views: number }[];
  /** Terms that at least five students did not find, newest day first. */
  unfound: readonly { day: string; term: string; students: number }[];
}

const STYLE = `
:root { color-scheme: light dark; --text: #1b1b1f; --soft: #5c5c66; --line: #d9d9e0; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececf1; --soft: #a9a9b6; --line: #3a3a44; --page: #17171b; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.125rem; margin: 0 } p { margin: 0.25rem 0; color: var(--soft) }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1rem }
.figure { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; align-items: center }
@media (max-width: 40rem) { .figure { grid-template-columns: 1fr } }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; color: var(--text) }
svg { width: 100%; height: auto }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: right }
th:first-child, td:first-child { text-align: left } th, td, time { white-space: nowrap }
`;

/** Returns a self-contained page: plots, screens, and a table of days. */
export async function renderReport(input: ReportInput): Promise<string> {
  const { title, timeZone, readAt, days, screens, unfound } = input;
  const { drawDays } = await import('../../lib/day-plot.ts');
  const later = LATER_KINDS.filter(({ kind }) => days.some(({ counts }) => counts[kind] > 0));
  const kinds = [...KINDS, ...later];
  const figures = kinds.map(({ kind, title: name }) => {
    const points = days.map(({ day, counts }) => ({ day, value: counts[kind] }));
    const total = points.reduce((sum, { value }) => sum + value, 0);
    const most = points.reduce((best, point) => (point.value > best.value ? point : best), {
      day: '',
      value: 0,
    });
    const average = total / Math.max(1, points.length);
    return `<section class="figure"><div><h2>${name}</h2><p class="total">${show(total)}</p>
<p>${average.toLocaleString('en', { maximumFractionDigits: 1 })} a day</p>
<p>${most.value > 0 ? `most: ${show(most.value)} on <time>${most.day}</time>` : 'none in these days'}</p></div>
${inPage(drawDays({ title: `${name} by day`, points }))}</section>`;
  });
  const range = `${days[0]?.day ?? ''} to ${days.at(-1)?.day ?? ''}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}: ${range}</title><style>${STYLE}</style></head><body>
<h1>${escape(title)}</h1>
<p>${range}, days of ${escape(timeZone)}; read at ${escape(readAt)}. Counts only: nothing here tells who did anything,
and browsers that ask not to be tracked are not in the screen views.</p>
${figures.join('\n')}
<section><h2>screen views by screen</h2>
${renderTable(
  ['screen', 'views'],
  screens.map(({ screen, views }) => [screen, views]),
)}</section>
${
  unfound.length > 0
    ? `<section><h2>searched and not found, by five students or more</h2>
${renderTable(
  ['day', 'term', 'students'],
  unfound.map(({ day, term, students }) => [day, term, students]),
)}</section>`
    : ''
}
<section><h2>all days</h2>
${renderTable(
  ['day', ...kinds.map((kind) => kind.title)],
  days.map(({ day, counts }) => [day, ...kinds.map(({ kind }) => counts[kind])]).toReversed(),
)}</section>
</body></html>
`;
}

function renderTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map(
    (row) =>
      `<tr>${row.map((cell) => `<td>${typeof cell === 'number' ? show(cell) : escape(cell)}</td>`).join('')}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></div>`;
}

function show(count: number): string {
  return count.toLocaleString('en');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Removes XML namespaces, which inline SVG does not need. */
function inPage(svg: string): string {
  return svg.replaceAll(/ xmlns(?::\w+)?="[^"]*"/g, '');
}
