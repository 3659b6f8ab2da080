import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { ageInDays, type TicketKind } from '@madang/contract/tickets/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useCampusClock } from '../campus/campus-time.tsx';

export const kindTexts: Record<TicketKind, string> = {
  power: copy['ticket.kind.power'],
  climate: copy['ticket.kind.climate'],
  water: copy['ticket.kind.water'],
  door: copy['ticket.kind.door'],
  furniture: copy['ticket.kind.furniture'],
  device: copy['ticket.kind.device'],
  network: copy['ticket.kind.network'],
  lift: copy['ticket.kind.lift'],
  cleaning: copy['ticket.kind.cleaning'],
  other: copy['ticket.kind.other'],
};

/** Where in a building: `3층 열람실 앞`; empty where nobody said it. */
export function placeText({ floor, spot }: { floor: string; spot: string }): string {
  const named = floor === '' || floor.endsWith('층') ? floor : fillCopy(copy['amenity.floor'], { floor });
  return [named, spot].filter(Boolean).join(' ');
}

/** How old a ticket is in days of the campus, the first one counted [TK-03]. */
export function useTicketAge(openedAt: string): string {
  const { timeZone } = useCampus();
  const today = campusDay(useCampusClock());
  const n = ageInDays(campusDay(campusClock(Date.parse(openedAt), timeZone)), today);
  return n === 1 ? copy['ticket.today'] : fillCopy(copy['ticket.days'], { n });
}
