const HOUR = 3_600_000;

/** Time span of a world in days. */
export const WORLD_DAYS = 60;

/** Posts per hour of the campus day, from midnight; relative numbers. */
const DAY_RHYTHM = [
  2.2, 1.2, 0.6, 0.25, 0.1, 0.12, 0.3, 0.8, 1.8, 2.6, 3, 3.8, 5.6, 5, 3.8, 3.8, 4, 4.4, 5.2, 4.6, 4.4, 4.6,
  4.5, 3.6,
];
const WEEKEND_SHARE = 0.65;

/** Parts of the day for texts such as "지금 해 지는데", as first and last hour. */
const DAYTIMES = {
  morning: [8, 10],
  noon: [11, 13],
  afternoon: [14, 17],
  evening: [17, 21],
  night: [22, 25],
} as const;
export type Daytime = keyof typeof DAYTIMES;

/** Months for seasonal texts, counted from 1. */
const SEASONS = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [10, 11],
  winter: [12, 1, 2],
} as const;
export type Season = keyof typeof SEASONS;

/** True if the word is a part of the day. */
export function isDaytime(word: string): word is Daytime {
  return word in DAYTIMES;
}

/** True if the word is a season. */
export function isSeason(word: string): word is Season {
  return word in SEASONS;
}

/** The last 60 days before a time, busier towards the end and by the rhythm of the campus day. */
export class Timeline {
  readonly now: Date;
  readonly #offset: number;
  readonly #cumulative: number[] = [];

  constructor(now: Date, timeZone: string, freshness: number) {
    this.now = now;
    this.#offset = zoneOffset(now, timeZone);
    let sum = 0;
    for (let hour = WORLD_DAYS * 24; hour >= 1; hour -= 1) {
      const clock = this.#clock(new Date(now.getTime() - hour * HOUR));
      const recency = 1 / (hour / 24 + 2) ** freshness;
      const weekend = clock.getUTCDay() % 6 === 0 ? WEEKEND_SHARE : 1;
      sum += (DAY_RHYTHM[clock.getUTCHours()] ?? 1) * recency * weekend;
      this.#cumulative.push(sum);
    }
  }

  /** Returns the time before which the share `position` (0 to 1) of all posts is written. */
  at(position: number): Date {
    const total = this.#cumulative.at(-1) ?? 1;
    const wanted = position * total;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    const before = low === 0 ? 0 : (this.#cumulative[low - 1] ?? 0);
    const within = (wanted - before) / ((this.#cumulative[low] ?? 1) - before);
    const start = this.now.getTime() - (WORLD_DAYS * 24 - low) * HOUR;
    return new Date(Math.floor(start + Math.min(within, 0.9999) * HOUR));
  }

  /** Whether a text for a part of the day or a season fits this time. */
  suits(time: Date, daytime: Daytime | null, season: Season | null): boolean {
    const clock = this.#clock(time);
    if (season && !(SEASONS[season] as readonly number[]).includes(clock.getUTCMonth() + 1)) return false;
    if (!daytime) return true;
    const [first, last] = DAYTIMES[daytime];
    const hour = clock.getUTCHours();
    return (hour >= first && hour <= last) || (hour + 24 >= first && hour + 24 <= last);
  }

  /** Returns the hours until the campus wakes up, or 0 outside the small hours. */
  hoursOfSleepLeft(time: Date): number {
    const clock = this.#clock(time);
    const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
    return hour >= 2 && hour < 7.5 ? 7.5 - hour : 0;
  }

  /** Returns a date with UTC fields equal to the campus clock. */
  #clock(time: Date): Date {
    return new Date(time.getTime() + this.#offset);
  }
}

/** Returns one offset for the whole world: an hour of summer time does not matter here. */
function zoneOffset(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const field = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'));
  return local - Math.floor(now.getTime() / 60_000) * 60_000;
}
