import type { OpenRange } from '@madang/contract/places/amenities';
import { copy } from '../../copy.ko.ts';

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
