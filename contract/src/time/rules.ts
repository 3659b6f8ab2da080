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

function readClock(instant: Date, timeZone: string): CampusClock {
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
  if (dayOf(written) === dayOf(readClock(yesterday, 'UTC'))) return words.yesterday(clock);
  return written.year === today.year ? `${written.month}/${written.day}` : dayOf(written);
}

/** Formats the full campus time, `YYYY/MM/DD HH:mm`, zero-padded [SC-18]. */
export function formatDateTime(instant: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = readClock(instant, timeZone);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}
