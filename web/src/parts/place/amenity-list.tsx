import { Accessibility } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './amenity-list.module.css';
import type { Amenity, AmenityGroup } from './place-filter.ts';

/** Amenities by building. */
export function AmenityList({ groups }: { groups: readonly AmenityGroup[] }) {
  return groups.map((group) => (
    <section key={group.building.id} className={styles.group}>
      <h3>
        <Link to={`/building/${group.building.id}/view`}>{group.building.name}</Link>
      </h3>
      <ul>
        {group.amenities.map((amenity) => (
          <AmenityRow key={amenity.id} amenity={amenity} />
        ))}
      </ul>
    </section>
  ));
}

function AmenityRow({ amenity: { floor, spot, stepFree, confirmedOn, goneOn } }: { amenity: Amenity }) {
  const short = (day: string) => day.slice(5).replace('-', '/');
  return (
    <li className={styles.row} data-gone={goneOn !== null || undefined}>
      <b>{fillCopy(copy['amenity.floor'], { floor })}</b>
      <span className={styles.spot}>{spot}</span>
      {stepFree ? (
        <span className={styles.free}>
          <Icon of={Accessibility} size={18} />
          <VisuallyHidden>{copy['amenity.stepFree']}</VisuallyHidden>
        </span>
      ) : null}
      <span className={styles.note}>
        {goneOn
          ? fillCopy(copy['amenity.gone'], { date: short(goneOn) })
          : confirmedOn && fillCopy(copy['amenity.confirmed'], { date: short(confirmedOn) })}
      </span>
    </li>
  );
}
