/** Number of agreeing students that changes the list. */
export const AGREEING = 3;
/** Days until a student's vote about an amenity is deleted. */
export const REPORT_DAYS = 30;
/** Default number of days until students are asked to confirm an amenity. */
export const ASK_AFTER_DAYS = 90;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Opening hours on weekdays; the range may end the next day. */
export interface OpenRange {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  from: string;
  to: string;
}

/** Parses `mon-fri 09:00-18:00; sat 10:00-14:00`, `daily 00:00-24:00` or `closed`; null otherwise. */
export function parseHours(text: string): OpenRange[] | null {
  if (text === 'closed') return [];
  const ranges = text.split('; ').map((part) => {
    const [, words = '', from = '', to = ''] =
      /^([a-z,-]+) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(part) ?? [];
    const days = parseDays(words);
    return days === null || from === to ? null : { days, from, to };
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

/** Parses `mon`, `mon-fri,sun` or `daily`; 1 is Monday. Null for repeated days. */
export function parseDays(words: string): number[] | null {
  const days = words === 'daily' ? DAYS.map((_, index) => index + 1) : words.split(',').flatMap(daysOf);
  return days.includes(0) || new Set(days).size < days.length ? null : days;
}

/** Parses `mon` or `mon-fri`; returns a 0 for other text. */
function daysOf(word: string): number[] {
  const [first = '', last = first, ...more] = word.split('-');
  const [from, to] = [DAYS.indexOf(first) + 1, DAYS.indexOf(last) + 1];
  if (more.length > 0 || from === 0 || to < from) return [0];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Formats ranges so that {@link parseHours} can parse them. */
export function formatHours(ranges: readonly OpenRange[]): string {
  const wordsOf = ([first = 0, ...others]: readonly number[]): string => {
    const last = others.at(-1) ?? first;
    if (last - first === 6) return 'daily';
    const isRow = others.length > 0 && last - first === others.length;
    return (
      isRow ? [`${DAYS[first - 1]}-${DAYS[last - 1]}`] : [first, ...others].map((day) => DAYS[day - 1])
    ).join();
  };
  return ranges.map(({ days, from, to }) => `${wordsOf(days)} ${from}-${to}`).join('; ') || 'closed';
}

/** Parses `3` or `B1`; basements are negative. Returns null for other text. */
export function parseFloor(text: string): number | null {
  const [, below = '', storey] = /^(B?)([1-9]\d?)$/.exec(text) ?? [];
  if (storey === undefined) return null;
  return below ? -Number(storey) : Number(storey);
}

/** Whether the text is an existing day such as `2026-03-02`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
