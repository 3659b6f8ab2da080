import { timeOf } from '../amenities/open-hours.ts';
import { type OpenRange, parseHours } from '../amenities/rules.ts';

/** What a voice says of a place, from free to crowded. */
export const CROWDS = ['free', 'normal', 'crowded'] as const;
export type Crowd = (typeof CROWDS)[number];

/** For so many minutes a voice counts; then it is deleted. */
export const VOICE_MINUTES = 45;
/** After so many minutes it has half of its weight. */
const HALF_LIFE = 20;
/** What a voice weighs that was given through a printed code, where others weigh one. */
const CODE_WEIGHT = 2;
/** From so many voices on what they say is shown. */
const SHOWN_FROM = 2;
/** So many it takes where they say the opposite of the usual. */
const OPPOSITE_FROM = 4;
/** From so many voices of other days on they say what is usual. */
const USUAL_FROM = 10;
/** Within so many minutes a student's newer voice about the same place replaces the one before. */
export const REPLACED_MINUTES = 10;
export const VOICES_A_DAY = 30;

/** When class periods begin, where the campus does not say it. */
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

/** Voices of as many students that say the same at the same time; of each student only the newest is among them. */
export interface Voices {
  /** Null where they say only that it is quiet. */
  crowd: Crowd | null;
  quiet: boolean;
  byCode: boolean;
  /** Minutes since 1970. */
  minute: number;
  count: number;
}

/** What is shown of a place. */
export interface Heard {
  /** `split` where they contradict each other; left out where too few say something. */
  now?: Crowd | 'split';
  /** How many voices say it. */
  n?: number;
  /** How many say that it is quiet. */
  quiet?: number;
  /** When the newest of these was given, in minutes since 1970. */
  at?: number;
}

/** What the voices of a place say at a minute, where this is usual: their median by weight [PL-04]. */
export function hear(voices: readonly Voices[], minute: number, usual: Crowd | null): Heard {
  const counted = voices.filter((one) => minute - one.minute < VOICE_MINUTES);
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

/** What is usual, by how many said what on other days, or as the operator planted it; null where nobody knows [PL-06]. */
export function usualOf(counts: Readonly<Record<Crowd, number>>, planted: Crowd | null): Crowd | null {
  const total = CROWDS.reduce((sum, crowd) => sum + counts[crowd], 0);
  return total < USUAL_FROM ? planted : middle(counts, total);
}

/** The weekday (1 is Monday) and class period of a `campusClock`: 0 before the first one begins. */
export function periodAt(clock: number, starts: readonly string[]): { weekday: number; period: number } {
  const time = timeOf(clock);
  return {
    weekday: new Date(clock).getUTCDay() || 7,
    period: starts.filter((start) => start <= time).length,
  };
}

/** The class periods of a week that begin within hours such as `mon-fri 09:00-18:00`; null for anything else. */
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

function medianOf(voices: readonly Voices[], minute: number): Crowd | 'split' {
  const weights = { free: 0, normal: 0, crowded: 0 };
  for (const { crowd, byCode, minute: at, count } of voices)
    if (crowd) weights[crowd] += count * (byCode ? CODE_WEIGHT : 1) * 0.5 ** ((minute - at) / HALF_LIFE);
  const total = weights.free + weights.normal + weights.crowded;
  const third = total / 3 - total * ROUNDING;
  return weights.free >= third && weights.crowded >= third ? 'split' : middle(weights, total);
}

/** What sums of weights may be wrong by. */
const ROUNDING = 1e-9;

/** Where half of it is reached; of two in the middle the one with fewer people. */
function middle(weights: Readonly<Record<Crowd, number>>, total: number): Crowd {
  const half = total / 2 - total * ROUNDING;
  if (weights.free >= half) return 'free';
  return weights.free + weights.normal >= half ? 'normal' : 'crowded';
}

const distance = (one: Crowd, other: Crowd) => Math.abs(CROWDS.indexOf(one) - CROWDS.indexOf(other));
const countOf = (voices: readonly Voices[]) => voices.reduce((sum, { count }) => sum + count, 0);
const newest = (voices: readonly Voices[]) => Math.max(...voices.map(({ minute }) => minute));
