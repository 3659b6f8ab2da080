import type { Opening, OpenState } from '@madang/contract/places/open-hours';
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
