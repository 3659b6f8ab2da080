import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

export const ROLES = ['operator', 'moderator'] as const;
export type Role = (typeof ROLES)[number];

/** Tables of places that an operator replaces as a whole. */
export const PLACE_TABLES = ['amenities', 'hours', 'rooms', 'timetable', 'holidays'] as const;
export type PlaceTable = (typeof PLACE_TABLES)[number];
/** Maximum letters of an uploaded table: a timetable of 7,000 classes. */
export const TABLE_TEXT_MAX = 300_000;

/** Decisions on the writing right; `rule`: a verified university address decides. */
export const RIGHTS = ['granted', 'taken', 'rule'] as const;
export type Right = (typeof RIGHTS)[number];

/** Daily counters for operators, in display order. */
export const NUMBERS = [
  'person',
  'signUp',
  'post',
  'reply',
  'search',
  'lineMade',
  'lineOpened',
  'pushMade',
  'pushSent',
  'pushOpened',
  'pushRefused',
  'case',
  'mail',
  'error',
] as const;
export type NumberKind = (typeof NUMBERS)[number];

export const REASON_MAX = 200;

/** Maximum length of an office's name, address and channel. */
export const OFFICE_FIELD_MAX = 200;

/** Returns why an audit reason is rejected, or null. Required if a user loses something. */
export function reasonProblem(reason: string, needed = true): 'required' | 'tooLong' | null {
  if (isBlank(reason)) return needed ? 'required' : null;
  return countCodePoints(reason.trim()) > REASON_MAX ? 'tooLong' : null;
}

/** Returns a masked address: at most two letters before the @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  return `${local.slice(0, local.length > 3 ? 2 : 1).join('')}***${email.slice(at)}`;
}

export type HealthNote = 'mail' | 'jobs' | 'disk' | 'backup' | 'errors';

/** Input of the health check: bytes, and instants as ISO text. */
interface Readings {
  mail: { delayed: number; oldestAt: string | null };
  jobs: readonly { givenUp: number }[];
  disk: { free: number; all: number } | null;
  backupAt: string | null;
  errors: number;
}

/** Milliseconds after which an unsent mail is a problem. */
const MAIL_WAITS_MAX = 10 * 60_000;
const DISK_MIN_BYTES = 1024 ** 3;
const DISK_MIN_SHARE = 0.1;
/** Backups are taken nightly; one may fail. */
const BACKUP_AGE_MAX = 36 * 3_600_000;

/** Whether the free bytes of a disk suffice for a growing folder. */
export function hasRoom(free: number, all: number): boolean {
  return free >= DISK_MIN_BYTES && all > 0 && free / all >= DISK_MIN_SHARE;
}

/** Returns problems, most urgent first; `now` is milliseconds since 1970. */
export function judgeHealth({ mail, jobs, disk, backupAt, errors }: Readings, now: number): HealthNote[] {
  const since = (instant: string) => now - Date.parse(instant);
  const wrong: Record<HealthNote, boolean> = {
    disk: disk !== null && !hasRoom(disk.free, disk.all),
    mail: mail.oldestAt !== null && since(mail.oldestAt) > MAIL_WAITS_MAX,
    jobs: jobs.some(({ givenUp }) => givenUp > 0),
    backup: backupAt === null || since(backupAt) > BACKUP_AGE_MAX,
    errors: errors > 0,
  };
  return (Object.keys(wrong) as HealthNote[]).filter((note) => wrong[note]);
}

/** Parts of the readiness for opening, in the order of the check. */
export const LAUNCH_PARTS = [
  'name',
  'certificate',
  'server',
  'proxies',
  'contacts',
  'texts',
  'time zone',
  'test mail',
  'operator',
  'backup',
  'backup trial',
  'notices',
  'amenities',
  'codes',
  'meals',
  'offices',
  'posts',
] as const;
export type LaunchPart = (typeof LAUNCH_PARTS)[number];

/** Causes with a remedy other than the usual one of their part. */
export const LAUNCH_CAUSES = ['unchecked', 'local', 'noSmtp', 'refused', 'silent', 'demo'] as const;
export type LaunchCause = (typeof LAUNCH_CAUSES)[number];

/** Whether a part is ready, could be better, or prevents the opening. */
export const LAUNCH_STATES = ['ok', 'warn', 'fail'] as const;
export type LaunchState = (typeof LAUNCH_STATES)[number];

/** Formats a size in units of 1024: `12.3 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`;
}

/** Kinds of public operator texts, named as in the operator command. */
export const ENTRY_KINDS = ['event', 'notice', 'facility-notice'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

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
