import {
  comingHours,
  hoursOfBuilding,
  hoursOn,
  campusDay,
  isOpen,
  openState,
  rangesOn,
} from '@madang/contract/places/open-hours';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { dayText, stateText } from './hours-text.ts';
import styles from './view.module.css';
import { rangesText, weekText } from './week-text.ts';

/** Days ahead for which changed hours are announced. */
const AHEAD = 14;

interface TodaysHoursProps {
  hours: Pack['hours'];
  buildingId: string;
  clock: number;
}

/** Renders until when a building is open today, and changes; nothing if unknown. */
export function TodaysHours({ hours, buildingId, clock }: TodaysHoursProps) {
  const hoursOf = hoursOfBuilding(hours, buildingId);
  const state = openState(hoursOf, clock);
  const ranges = rangesOn(hoursOf, clock);
  const coming = comingHours(hours, buildingId, clock, AHEAD);
  const source = (hoursOn(hours, buildingId, campusDay(clock)) ?? coming)?.source;
  if (!source) return null;
  return (
    <section className={styles.card}>
      <h2>{copy['view.hours']}</h2>
      {state ? (
        <p className={styles.state} data-open={isOpen(state) || undefined}>
          {stateText(state)}
        </p>
      ) : null}
      {ranges && ranges.length > 0 && state?.is !== 'always' ? (
        <p>{fillCopy(copy['view.today'], { hours: rangesText(ranges) })}</p>
      ) : null}
      {coming ? (
        <p>
          {dayText(coming.from ?? '')}–{dayText(coming.to ?? '')} {weekText(coming.hours)}
        </p>
      ) : null}
      <p className={styles.source}>{fillCopy(copy['view.source'], { source })}</p>
    </section>
  );
}
