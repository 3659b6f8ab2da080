import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { ageInDays } from '@madang/contract/tickets/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useCampusClock } from '../campus/campus-time.tsx';

/** Returns a ticket's age in campus days, counting the first [TK-03]. */
export function useTicketAge(openedAt: string): string {
  const { timeZone } = useCampus();
  const today = campusDay(useCampusClock());
  const n = ageInDays(campusDay(campusClock(Date.parse(openedAt), timeZone)), today);
  return n === 1 ? copy['ticket.today'] : fillCopy(copy['ticket.days'], { n });
}
