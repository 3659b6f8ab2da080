import { hoursOfAmenity, type OpenState, openState } from '@madang/contract/amenities/open-hours';
import { Accessibility } from 'lucide';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/router.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { lateModule } from '../../ui/use-module.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useLatePart } from '../campus/use-late-part.ts';
import styles from './amenity-list.module.css';
import { dateText, stateText } from './hours-text.ts';
import type { Amenity, AmenityGroup } from './place-filter.ts';

/** What students say comes while one reads the list. */
const voices = lateModule(() => import('./amenity-voice.tsx'));

interface AmenityListProps {
  groups: readonly AmenityGroup[];
  hours: Pack['hours'];
  /** Whether rows say what they are: not all are of one kind. */
  named?: boolean;
  /** Rows ask nothing: what asks comes late, and would move what stands below. */
  plain?: boolean;
}

/** Amenities by building, each with what is said of its hours now. */
export function AmenityList({ groups, hours, named = false, plain = false }: AmenityListProps) {
  const clock = useCampusClock();
  const among = groups.flatMap(({ amenities }) => amenities);
  return groups.map((group) => (
    <section key={group.building.id} className={styles.group}>
      <h3>
        <Link to={`/building/${group.building.id}/view`}>{group.building.name}</Link>
      </h3>
      <ul>
        {group.amenities.map((amenity) => (
          <AmenityRow
            key={amenity.id}
            amenity={amenity}
            state={openState(hoursOfAmenity(amenity, hours), clock)}
            among={among}
            plain={plain}
          >
            <b>
              {named && !amenity.spot.includes(amenity.kind) ? `${amenity.kind} ` : null}
              {fillCopy(copy['amenity.floor'], { floor: amenity.floor })}
            </b>
          </AmenityRow>
        ))}
      </ul>
    </section>
  ));
}

interface AmenityRowProps {
  amenity: Amenity;
  /** Whether it is open now, where that is to be said. */
  state: OpenState | null;
  /** All on this screen: one of them may be asked about. */
  among: readonly Amenity[];
  plain?: boolean;
  /** What it begins with. */
  children: ReactNode;
}

/** Where one amenity is, and what is known of it. */
export function AmenityRow({ amenity, state, among, plain = false, children }: AmenityRowProps) {
  const { parts } = useLatePart(voices, !plain);
  const { spot, stepFree, confirmedOn, doubtedOn, goneOn } = amenity;
  const date = goneOn
    ? fillCopy(copy['amenity.gone'], { date: dateText(goneOn) })
    : confirmedOn && fillCopy(copy['amenity.confirmed'], { date: dateText(confirmedOn) });
  const hours = state && stateText(state, copy['amenity.closedDay']);
  const notes = [goneOn ? null : hours, date].filter((note) => note !== null);
  return (
    <li
      className={styles.row}
      data-gone={goneOn !== null || undefined}
      data-doubted={doubtedOn !== null || undefined}
    >
      {children}
      <span className={styles.spot}>{spot}</span>
      {stepFree ? (
        <span className={styles.free}>
          <Icon of={Accessibility} size={18} />
          <VisuallyHidden>{copy['amenity.stepFree']}</VisuallyHidden>
        </span>
      ) : null}
      <span className={styles.notes}>
        {parts ? (
          <parts.Notes amenity={amenity} notes={notes} />
        ) : (
          notes.map((note) => <span key={note}>{note}</span>)
        )}
      </span>
      {parts ? <parts.AmenityVoice amenity={amenity} among={among} /> : <span className={styles.voice} />}
    </li>
  );
}
