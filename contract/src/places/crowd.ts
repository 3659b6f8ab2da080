import { type OpenRange, parseHours } from './amenities.ts';
import { timeOf } from './open-hours.ts';

export const CROWDS = ['free', 'normal', 'crowded'] as const;
export type Crowd = (typeof CROWDS)[number];

/** Minutes until a crowd report is deleted. */
export const REPORT_MINUTES = 45;
/** Half-life of a report's weight, in minutes. */
const HALF_LIFE = 20;
/** Weight of a report by printed code; others weigh one. */
const CODE_WEIGHT = 2;
/** Minimum reports for a result. */
const SHOWN_FROM = 2;
/** Minimum reports for a result opposite to the usual. */
const OPPOSITE_FROM = 4;
/** Minimum reports of other days for a usual level. */
const USUAL_FROM = 10;
/** Minutes within which a student's newer report replaces the previous one. */
export const REPLACED_MINUTES = 10;
export const CROWD_REPORTS_A_DAY = 30;

/** Default start times of class periods. */
export const CLASS_PERIODS = [
  '09:00',
  '10:30',
  '12:00',
  '13:30',
  '15:00',
  '16:30',
  '18:00',
  '19:30',
  '21:00',
] as const;

/** Equal reports of several students at one time, the newest of each. */
export interface CrowdReports {
  /** Null if they only report quiet. */
  crowd: Crowd | null;
  quiet: boolean;
  byCode: boolean;
  /** Minutes since 1970. */
  minute: number;
  count: number;
}

export interface Heard {
  /** `split` if reports contradict each other; absent if there are too few. */
  now?: Crowd | 'split';
  /** Number of reports behind it. */
  n?: number;
  quiet?: number;
  /** Time of the newest of these, in minutes since 1970. */
  at?: number;
}

/** Returns the weighted median of a place's reports at a minute [PL-04]. */
export function hear(voices: readonly CrowdReports[], minute: number, usual: Crowd | null): Heard {
  const counted = voices.filter((one) => minute - one.minute < REPORT_MINUTES);
  const [crowd, quiet] = [counted.filter((one) => one.crowd), counted.filter((one) => one.quiet)];
  const [said, calm] = [countOf(crowd), countOf(quiet)];
  const now = said < SHOWN_FROM ? null : medianOf(crowd, minute);
  const isOpposite = now !== null && now !== 'split' && usual !== null && distance(now, usual) === 2;
  const shown = now !== null && !(isOpposite && said < OPPOSITE_FROM);
  return {
    ...(shown ? { now, n: said } : {}),
    ...(calm >= SHOWN_FROM ? { quiet: calm } : {}),
    ...(shown || calm >= SHOWN_FROM ? { at: newest(shown ? crowd : quiet) } : {}),
  };
}

/** Returns the usual level by reports, or the operator's; null if unknown [PL-06]. */
export function usualOf(counts: Readonly<Record<Crowd, number>>, planted: Crowd | null): Crowd | null {
  const total = CROWDS.reduce((sum, crowd) => sum + counts[crowd], 0);
  return total < USUAL_FROM ? planted : middle(counts, total);
}

/** Returns a `campusClock`'s weekday (1: Monday) and class period, from 0 before the first. */
export function periodAt(clock: number, starts: readonly string[]): { weekday: number; period: number } {
  const time = timeOf(clock);
  return {
    weekday: new Date(clock).getUTCDay() || 7,
    period: starts.filter((start) => start <= time).length,
  };
}

/** Returns the week's class periods that begin within hours such as `mon-fri 09:00-18:00`; null if invalid. */
export function periodsWithin(
  hours: string,
  starts: readonly string[],
): { weekday: number; period: number }[] | null {
  const begins = ['00:00', ...starts];
  const isWithin = ({ from, to }: OpenRange, start: string) => from <= start && start < to;
  const ranges = parseHours(hours);
  if (!ranges || ranges.some(({ from, to }) => to < from)) return null;
  return ranges.flatMap((range) =>
    range.days.flatMap((weekday) =>
      begins.flatMap((start, period) => (isWithin(range, start) ? [{ weekday, period }] : [])),
    ),
  );
}

function medianOf(voices: readonly CrowdReports[], minute: number): Crowd | 'split' {
  const weights = { free: 0, normal: 0, crowded: 0 };
  for (const { crowd, byCode, minute: at, count } of voices)
    if (crowd) weights[crowd] += count * (byCode ? CODE_WEIGHT : 1) * 0.5 ** ((minute - at) / HALF_LIFE);
  const total = weights.free + weights.normal + weights.crowded;
  const third = total / 3 - total * ROUNDING;
  return weights.free >= third && weights.crowded >= third ? 'split' : middle(weights, total);
}

/** Tolerance for floating-point errors in sums of weights. */
const ROUNDING = 1e-9;

/** Returns the weighted median level; of two, the less crowded. */
function middle(weights: Readonly<Record<Crowd, number>>, total: number): Crowd {
  const half = total / 2 - total * ROUNDING;
  if (weights.free >= half) return 'free';
  return weights.free + weights.normal >= half ? 'normal' : 'crowded';
}

const distance = (one: Crowd, other: Crowd) => Math.abs(CROWDS.indexOf(one) - CROWDS.indexOf(other));
const countOf = (voices: readonly CrowdReports[]) => voices.reduce((sum, { count }) => sum + count, 0);
const newest = (voices: readonly CrowdReports[]) => Math.max(...voices.map(({ minute }) => minute));

/** Digits and letters that are not confused on paper (Crockford's base 32). */
export const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Eight letters are 40 bits: a code cannot be guessed. */
export const CODE_LENGTH = 8;
/** In letters; the limit of what fits on the sign. */
export const SPOT_MAX = 40;
/** Reports an hour that one code accepts, from all users together. */
export const CODE_REPORTS_AN_HOUR = 30;
/** A student's weightier reports by code, at a place in an hour. */
export const WEIGHTY_AN_HOUR = 2;

/** Crowd reports that a code page accepts. */
export const CODE_REPORTS = [...CROWDS, 'quiet'] as const;
export type CodeReport = (typeof CODE_REPORTS)[number];

/** Answers of the code page: a crowd report, or that the amenity exists. */
export const CODE_ANSWERS = [...CODE_REPORTS, 'there'] as const;
export type CodeAnswer = (typeof CODE_ANSWERS)[number];

export const SIGN_SIZES = ['a6', 'a7'] as const;
export type SignSize = (typeof SIGN_SIZES)[number];

/** Returns a typed code's stored form; null if invalid [PL-11]. */
export function readCode(text: string): string | null {
  if (text.length !== CODE_LENGTH) return null;
  const code = text.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null;
}
