/** So many students who agree change the list. */
export const AGREEING = 3;
/** For so many days a student's voice about an amenity counts; then it is deleted. */
export const VOICE_DAYS = 30;
/** After so many days students are asked whether it is still there, where the campus does not say another number for its kind. */
export const ASK_AFTER_DAYS = 90;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** From when to when something is open on some days; it may end on the next day. */
export interface OpenRange {
  /** 1 is Monday, 7 Sunday. */
  days: number[];
  from: string;
  to: string;
}

/**
 * Opening hours as they stand in a table: `mon-fri 09:00-18:00; sat,sun 10:00-14:00`, `daily 00:00-24:00`, or `closed`.
 * A day that is not named is closed. Null for anything else.
 */
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

/** `mon`, `mon-fri,sun` or `daily` as numbers, 1 is Monday; null for anything else, and for a day that stands twice. */
export function parseDays(words: string): number[] | null {
  const days = words === 'daily' ? DAYS.map((_, index) => index + 1) : words.split(',').flatMap(daysOf);
  return days.includes(0) || new Set(days).size < days.length ? null : days;
}

/** `mon` or `mon-fri`; a 0 for what is neither. */
function daysOf(word: string): number[] {
  const [first = '', last = first, ...more] = word.split('-');
  const [from, to] = [DAYS.indexOf(first) + 1, DAYS.indexOf(last) + 1];
  if (more.length > 0 || from === 0 || to < from) return [0];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Ranges as {@link parseHours} reads them. */
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

/** `3` or `B1` as a number, below ground negative; null for anything else. */
export function parseFloor(text: string): number | null {
  const [, below = '', storey] = /^(B?)([1-9]\d?)$/.exec(text) ?? [];
  if (storey === undefined) return null;
  return below ? -Number(storey) : Number(storey);
}

/** Whether it is a day such as `2026-03-02` that there is. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
