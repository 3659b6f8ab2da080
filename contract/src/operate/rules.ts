import { countCodePoints, isBlank } from '../text/rules.ts';

export const ROLES = ['operator', 'moderator'] as const;
export type Role = (typeof ROLES)[number];

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

/** Possible problems of the service. */
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

/** Formats a size in units of 1024: `12.3 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`;
}
