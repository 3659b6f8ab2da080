import { hoursOfAmenity, openState } from '@madang/contract/places/open-hours';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { AmenityIcon } from './amenity-icon.tsx';
import { AmenityRow } from './amenity-list.tsx';
import type { Amenity } from './place-filter.ts';
import styles from './view.module.css';

interface FloorsProps {
  pack: Pack;
  amenities: readonly Amenity[];
  clock: number;
}

/** Renders amenities by floor, the lowest first. */
export function Floors({ pack, amenities, clock }: FloorsProps) {
  const floors = [...new Set(amenities.map(({ floor }) => floor))];
  if (floors.length === 0) return null;
  const icons = new Map(pack.kinds.map(({ name, icon }) => [name, icon]));
  // Amenities with the building's hours repeat nothing.
  const stateOf = (amenity: Amenity) =>
    amenity.hours && openState(hoursOfAmenity(amenity, pack.hours), clock);
  return (
    <section className={styles.amenities}>
      <h2>{copy['view.amenities']}</h2>
      {floors.map((floor) => (
        <section key={floor}>
          <h3>{fillCopy(copy['amenity.floor'], { floor })}</h3>
          <ul>
            {amenities
              .filter((one) => one.floor === floor)
              .map((amenity) => (
                <AmenityRow key={amenity.id} amenity={amenity} state={stateOf(amenity)} among={amenities}>
                  <AmenityIcon name={icons.get(amenity.kind)} />
                  <b>{amenity.kind}</b>
                </AmenityRow>
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
