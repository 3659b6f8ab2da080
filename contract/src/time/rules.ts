const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface CampusClock {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A zone's distance to UTC in minutes, with the milliseconds since 1970 between which it holds. */
export interface UtcOffset {
  minutes: number;
  from: number;
  until: number;
}

const offsets = new Map<string, UtcOffset>();

/** Sets a zone's offset. Within its time no formatter is made, whose first use blocks a phone for 100 ms. */
export function setUtcOffset(timeZone: string, offset: UtcOffset): void {
  offsets.set(timeZone, offset);
}

function readClock(instant: Date, timeZone: string): CampusClock {
  const offset = offsets.get(timeZone);
  if (offset && offset.from <= instant.getTime() && instant.getTime() < offset.until) {
    const local = new Date(instant.getTime() + offset.minutes * MINUTE).toISOString();
    const [year = '', month = '', day = '', hour = '', minute = ''] = local.split(/[-T:]/);
    return { year, month, day, hour, minute };
  }
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter);
  }
  const clock: CampusClock = { year: '', month: '', day: '', hour: '', minute: '' };
  for (const part of formatter.formatToParts(instant)) {
    if (part.type in clock) clock[part.type as keyof CampusClock] = part.value;
  }
  return clock;
}

/** Formats a card's campus time [SC-16]: below an hour `N분 전` (never negative), below 24 `HH:mm`, then `MM/DD`. */
export function formatRelativeTime(
  instant: Date,
  now: Date,
  timeZone: string,
  minutesAgo: (minutes: number) => string,
): string {
  const age = now.getTime() - instant.getTime();
  if (age < HOUR) return minutesAgo(Math.max(0, Math.floor(age / MINUTE)));
  const clock = readClock(instant, timeZone);
  return age < DAY ? `${clock.hour}:${clock.minute}` : `${clock.month}/${clock.day}`;
}

/** The words of {@link formatHumanTime} that are not digits. */
export interface TimeWords {
  /** Also for 0 minutes. */
  minutesAgo: (minutes: number) => string;
  yesterday: (clock: string) => string;
}

/**
 * Formats a campus time [EV-04]: minutes below an hour (never negative), then `HH:mm` today, yesterday with time, `MM/DD`,
 * `YYYY/MM/DD`.
 */
export function formatHumanTime(instant: Date, now: Date, timeZone: string, words: TimeWords): string {
  const age = now.getTime() - instant.getTime();
  if (age < HOUR) return words.minutesAgo(Math.max(0, Math.floor(age / MINUTE)));
  const dayOf = ({ year, month, day }: CampusClock) => `${year}/${month}/${day}`;
  const written = readClock(instant, timeZone);
  const today = readClock(now, timeZone);
  const clock = `${written.hour}:${written.minute}`;
  if (dayOf(written) === dayOf(today)) return clock;
  // A calendar day, which is not 24 hours at a clock change.
  const yesterday = new Date(Date.UTC(Number(today.year), Number(today.month) - 1, Number(today.day) - 1));
  if (dayOf(written) === yesterday.toISOString().slice(0, 10).replaceAll('-', '/'))
    return words.yesterday(clock);
  return written.year === today.year ? `${written.month}/${written.day}` : dayOf(written);
}

/** Formats the full campus time, `YYYY/MM/DD HH:mm`, zero-padded [SC-18]. */
export function formatDateTime(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = readClock(instant, timeZone);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

const WEEK = 7 * DAY;
/** Limit of the search for a clock change. */
const WEEKS = 520;

/** Returns the zone's offset at an instant, and the time around it, at most ten years, in which it does not change. */
export function findUtcOffset(timeZone: string, now: number): UtcOffset {
  const minutes = offsetAt(now, timeZone);
  return { minutes, from: findChange(-1), until: findChange(1) };

  /** Returns the last minute with this offset in one direction; forward, the minute after it. */
  function findChange(direction: 1 | -1): number {
    let same = Math.floor(now / MINUTE) * MINUTE;
    for (let week = 0; week < WEEKS; week += 1) {
      let other = same + direction * WEEK;
      if (offsetAt(other, timeZone) === minutes) {
        same = other;
        continue;
      }
      while (Math.abs(other - same) > MINUTE) {
        const middle = same + Math.trunc((other - same) / 2 / MINUTE) * MINUTE;
        if (offsetAt(middle, timeZone) === minutes) same = middle;
        else other = middle;
      }
      return direction === 1 ? other : same;
    }
    return same;
  }
}

/** Returns a zone's distance to UTC in minutes. */
function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute } = readClock(new Date(instant), timeZone);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Math.round((local - Math.floor(instant / MINUTE) * MINUTE) / MINUTE);
}
