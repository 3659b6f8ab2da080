import type { OpenRange } from '@madang/contract/places/amenities';
import type { MealName } from '@madang/contract/places/meals';
import type { Opening, OpenState } from '@madang/contract/places/open-hours';
import type { ServedMeal } from '@madang/contract/places/places-now';
import type { FreeRoom } from '@madang/contract/places/rooms';
import { formatCount } from '@madang/contract/text/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** Returns the text of an opening state: `23:00까지`; `day` is the text of a day without hours. */
export function stateText(state: OpenState, day: string = copy['hours.closedDay']): string {
  switch (state.is) {
    case 'until':
      return fillCopy(copy['hours.until'], { time: state.at });
    case 'opens':
      return fillCopy(copy['hours.opens'], { time: state.at });
    case 'always':
      return copy['hours.always'];
    case 'closed':
      return state.next ? openingText(state.next) : copy['hours.closed'];
    case 'closedDay':
      return [day, state.next && openingText(state.next)].filter(Boolean).join(' · ');
  }
}

/** Returns the opening time on another day: `내일 08:00에 열어요`, `월요일 08:00에 열어요`, `12/21 08:00에 열어요`. */
const openingText = ({ later, day, at }: Opening): string =>
  fillCopy(copy['hours.opensOn'], { day: nameDay(day, later), time: at });

/** Returns the name of a day that is `later` days after today. */
export function nameDay(day: string, later: number): string {
  if (later === 0) return copy['hours.today'];
  if (later === 1) return copy['hours.tomorrow'];
  const name = copy['hours.weekdays'][(new Date(day).getUTCDay() + 6) % 7] ?? '';
  return later < 7 ? fillCopy(copy['hours.weekday'], { day: name }) : dayText(day);
}

/** Returns `2026-12-07` as `12/7`. */
export function dayText(day: string): string {
  return day.split('-').slice(1).map(Number).join('/');
}

/** Returns `2026-10-05` as `10월 5일`. */
export function dateText(day: string): string {
  const [, month = 0, date = 0] = day.split('-').map(Number);
  return fillCopy(copy['day.date'], { month, date });
}

/** Returns the ranges of one day: `09:00–12:00, 13:00–18:00`. */
export function rangesText(ranges: readonly Pick<OpenRange, 'from' | 'to'>[]): string {
  if (ranges.length === 0) return copy['hours.none'];
  const isWhole = ({ from, to }: Pick<OpenRange, 'from' | 'to'>) => from === '00:00' && to === '24:00';
  return ranges
    .map((range) => (isWhole(range) ? copy['hours.always'] : `${range.from}–${range.to}`))
    .join(', ');
}

/** Returns the ranges of a week, grouped by weekdays: `월–금 09:00–18:00, 토 10:00–14:00`. */
export function weekText(ranges: readonly OpenRange[]): string {
  if (ranges.length === 0) return copy['hours.none'];
  return ranges
    .map((range) =>
      [range.days.length === 7 ? '' : daysText(range.days), rangesText([range])].join(' ').trim(),
    )
    .join(', ');
}

/** Returns consecutive days as a range from the first to the last. */
function daysText(days: readonly number[]): string {
  const names = [...copy['hours.weekdays']];
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => [...new Set([run[0], run.at(-1)])].map((day = 0) => names[day - 1]).join('–'))
    .join('·');
}

export const mealNames: Readonly<Record<MealName, string>> = {
  breakfast: copy['meals.breakfast'],
  lunch: copy['meals.lunch'],
  dinner: copy['meals.dinner'],
};

export const describeHours = ({ from, to }: { from: string; to: string }): string =>
  fillCopy(copy['meals.hours'], { from, to });

/** Returns the price; empty if unknown. */
export const describePrice = (price: number | null): string =>
  price === null ? '' : fillCopy(copy['meals.price'], { n: formatCount(price) });

/** Returns the meal a cafeteria serves now: `제육볶음 5,500원 · 14:00까지`. */
export const describeServed = ({ dish, price, until }: ServedMeal): string =>
  `${dish} ${describePrice(price ?? null)}`.trim() + ` · ${fillCopy(copy['hours.until'], { time: until })}`;

/** Returns until when a room is free, and what ends that. */
export function describeUntil({ until, ends }: FreeRoom): string {
  if (ends === 'day') return copy['rooms.day'];
  return fillCopy(ends === 'class' ? copy['rooms.class'] : copy['rooms.closing'], { time: until });
}

export const crowdTexts = {
  free: copy['voice.free'],
  normal: copy['voice.normal'],
  crowded: copy['voice.crowded'],
  split: copy['voice.split'],
};
