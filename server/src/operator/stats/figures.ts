import { addDays, type DailySum, type EventKind, type LineEvent } from '../../features/analytics/index.ts';

/** What is counted by day. */
type DayKind = Exclude<EventKind, 'person' | 'mail' | 'error'>;

/** The kinds in the order of every table, with the names that people read. */
export const KINDS: readonly { kind: DayKind; title: string; column: string }[] = [
  { kind: 'screenView', title: 'screen views', column: 'screenViews' },
  { kind: 'signUp', title: 'sign-ups', column: 'signUps' },
  { kind: 'login', title: 'logins', column: 'logins' },
  { kind: 'post', title: 'posts', column: 'posts' },
  { kind: 'reply', title: 'replies', column: 'replies' },
  { kind: 'like', title: 'likes', column: 'likes' },
];

/** What has tables of its own, and stands in the report where it happened. */
export const SEARCH_KINDS: typeof KINDS = [
  { kind: 'search', title: 'searches', column: 'searches' },
  { kind: 'unfound', title: 'searches that found nothing', column: 'unfound' },
];
export const SCRAP_KINDS: typeof KINDS = [{ kind: 'scrap', title: 'scraps', column: 'scraps' }];
export const LATER_KINDS = [...SEARCH_KINDS, ...SCRAP_KINDS];

export interface Day {
  /** `YYYY-MM-DD`, a day of the campus. */
  day: string;
  counts: Record<DayKind, number>;
}

export interface ScreenDay {
  day: string;
  screen: string;
  views: number;
}

/** Every day of the range, those on which nothing happened included: a gap is not a zero. */
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

/** The columns of lines of inboxes and of pushes, with what is counted in each. */
export const LINE_COLUMNS = { made: 'lineMade', opened: 'lineOpened' } as const;
export const PUSH_COLUMNS = {
  made: 'pushMade',
  sent: 'pushSent',
  opened: 'pushOpened',
  refused: 'pushRefused',
} as const;

/** How many lines of inboxes, or pushes, were made and opened on each day, by what they tell of. */
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

/** The views of each screen on each day, the most seen first. */
export function countByScreen(sums: readonly DailySum[]): ScreenDay[] {
  return sums
    .filter(({ kind }) => kind === 'screenView')
    .map(({ day, screen, count }) => ({ day, screen, views: count }))
    .sort(
      (one, other) =>
        compare(one.day, other.day) || other.views - one.views || compare(one.screen, other.screen),
    );
}

/** The views of each screen in all, the most seen first. */
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
