import { formatDateTime } from '@madang/contract/time/rules';

/** A time of the document format: the moment, and what the seed's screens derive from it in campus time. */
export interface DocumentTime {
  seconds: number;
  nanoseconds: number;
  year: string;
  month: string;
  day: string;
  hour: string;
  min: string;
  /** `YYYY/MM/DD`. */
  date: string;
}

/** The last second that has a year of four digits. */
const SECONDS_MAX = 253_402_300_799;

/** The document's form of a time in microseconds since 1970. */
export function toDocumentTime(micros: number, timeZone: string): DocumentTime {
  const seconds = Math.floor(micros / 1_000_000);
  const [date = '', clock = ''] = formatDateTime(new Date(seconds * 1_000), timeZone).split(' ');
  const [year = '', month = '', day = ''] = date.split('/');
  const [hour = '', min = ''] = clock.split(':');
  const nanoseconds = (micros - seconds * 1_000_000) * 1_000;
  return { seconds, nanoseconds, year, month, day, hour, min, date };
}

/**
 * The moment of a document's time as a text with microseconds, finer parts cut off; null when it is none. Read
 * are `{ seconds, nanoseconds }`, the same with a leading `_` as exporting tools write it, alone or as
 * `{ __datatype__: 'timestamp', value }`, and ISO 8601 texts with a zone. What is derived is not looked at.
 */
export function readTime(value: unknown): string | null {
  if (typeof value === 'string') return readTimeText(value);
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  if (fields['__datatype__'] === 'timestamp') return readTime(fields['value']);
  const seconds = fields['seconds'] ?? fields['_seconds'];
  const nanoseconds = fields['nanoseconds'] ?? fields['_nanoseconds'] ?? 0;
  if (!isWhole(seconds, SECONDS_MAX) || !isWhole(nanoseconds, 999_999_999)) return null;
  return timeText(seconds, Math.floor(nanoseconds / 1_000));
}

function readTimeText(text: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  if (!parts) return null;
  const seconds = Date.parse(`${parts[1]}${parts[3]}`) / 1_000;
  if (!isWhole(seconds, SECONDS_MAX)) return null;
  return timeText(seconds, Number((parts[2] ?? '').slice(0, 6).padEnd(6, '0')));
}

function timeText(seconds: number, micros: number): string {
  const whole = new Date(seconds * 1_000).toISOString().slice(0, 19);
  return `${whole}.${String(micros).padStart(6, '0')}Z`;
}

function isWhole(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}
