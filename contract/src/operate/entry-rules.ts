import type { FieldCode } from '../errors.ts';

/** Kinds of public operator texts, named as in the operator command. */
export const ENTRY_KINDS = ['event', 'notice', 'facility-notice'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Planned, shown, or over: ended or withdrawn. */
export const ENTRY_STATES = ['planned', 'shown', 'ended', 'withdrawn'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Valid years of a plan; others are typing errors. */
const YEARS = { first: 2000, last: 2099 };

/** Returns why a plan is rejected, by field; `now` is milliseconds since 1970. */
export function planProblem(
  { beginsAt, endsAt }: { beginsAt: string | null; endsAt: string | null },
  now: number,
): { beginsAt: FieldCode | null; endsAt: FieldCode | null } {
  const strange = (instant: string | null): FieldCode | null => {
    const year = instant === null ? YEARS.first : new Date(instant).getUTCFullYear();
    return year >= YEARS.first && year <= YEARS.last ? null : 'invalid';
  };
  const begin = Math.max(now, beginsAt === null ? now : Date.parse(beginsAt));
  const early = endsAt !== null && Date.parse(endsAt) <= begin;
  return { beginsAt: strange(beginsAt), endsAt: strange(endsAt) ?? (early ? 'end.early' : null) };
}

const DAY = 86_400_000;

/** Returns an instant's local time, in milliseconds as UTC. */
function clockOf(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  );
}

/** Returns an instant's local time, to the minute, for a date-time field. */
export function toLocalTime(instant: string, timeZone: string): string {
  return new Date(clockOf(Date.parse(instant), timeZone)).toISOString().slice(0, 16);
}

/** Returns the instant of a local time, the earlier of two; null if empty. A skipped time moves later by the gap. */
export function fromLocalTime(local: string, timeZone: string): string | null {
  const [minute] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(local) ?? [];
  const said = Date.parse(`${minute}:00Z`);
  if (!minute || Number.isNaN(said)) return null;
  const offsets = [said - DAY, said + DAY].map((near) => clockOf(near, timeZone) - near);
  const instants = offsets.map((offset) => said - offset);
  const fitting = instants.filter((instant) => clockOf(instant, timeZone) === said);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...instants)).toISOString();
}
