import type { AmenityIcon as IconName } from '@madang/contract/campus/rules';
import { hoursOfAmenity, type OpenState, openState } from '@madang/contract/places/open-hours';
import {
  Accessibility,
  BookOpen,
  Coffee,
  CupSoda,
  GlassWater,
  HeartHandshake,
  type IconNode,
  LibraryBig,
  MapPin,
  Printer,
  Sofa,
  Store,
  Users,
  Utensils,
} from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import styles from './amenity-list.module.css';
import type { Amenity, AmenityGroup } from './place-filter.ts';
import { dateText, stateText } from './place-texts.ts';

/** Reports of students, loaded while the user reads the list. */
const voices = lazyModule(() => import('./amenity-voice.tsx'));

interface AmenityListProps {
  groups: readonly AmenityGroup[];
  hours: Pack['hours'];
  /** Whether rows show their kind: set for lists of several kinds. */
  named?: boolean;
  /** Rows without questions, which load late and would move the content below. */
  plain?: boolean;
}

/** Renders amenities by building, each with its opening state. */
export function AmenityList({ groups, hours, named = false, plain = false }: AmenityListProps) {
  const clock = useCampusClock();
  const among = groups.flatMap(({ amenities }) => amenities);
  return groups.map((group) => (
    <section key={group.building.id} className={`px-margin pt-2 ${styles.group}`}>
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
  /** Opening state now; null if not shown. */
  state: OpenState | null;
  /** All amenities on this screen: the student may be asked about one. */
  among: readonly Amenity[];
  plain?: boolean;
  /** Start of the row. */
  children: ReactNode;
}

/** Renders the place of one amenity, and its known state. */
export function AmenityRow({ amenity, state, among, plain = false, children }: AmenityRowProps) {
  const { parts } = useLazyModule(voices, !plain);
  const { spot, stepFree, confirmedOn, doubtedOn, goneOn } = amenity;
  const date = goneOn
    ? fillCopy(copy['amenity.gone'], { date: dateText(goneOn) })
    : confirmedOn && fillCopy(copy['amenity.confirmed'], { date: dateText(confirmedOn) });
  const hours = state && stateText(state, copy['amenity.closedDay']);
  const notes = [goneOn ? null : hours, date].filter((note) => note !== null);
  return (
    <li
      className={`row flex-wrap gap-x-2 py-2 min-h-touch border-b ${styles.row}`}
      data-gone={goneOn !== null || undefined}
      data-doubted={doubtedOn !== null || undefined}
    >
      {children}
      <span className={styles.spot}>{spot}</span>
      {stepFree ? (
        <span className="flex text-success">
          <Icon of={Accessibility} size={18} />
          <VisuallyHidden>{copy['amenity.stepFree']}</VisuallyHidden>
        </span>
      ) : null}
      <span className={`flex-col text-faint text-small ${styles.notes}`}>
        {parts ? (
          <parts.Notes amenity={amenity} notes={notes} />
        ) : (
          notes.map((note) => <span key={note}>{note}</span>)
        )}
      </span>
      {parts ? <parts.AmenityVoice amenity={amenity} among={among} /> : null}
      {parts || plain ? null : <span className={styles.voice} />}
    </li>
  );
}

const icons: Record<IconName, IconNode> = {
  place: MapPin,
  water: GlassWater,
  reading: BookOpen,
  study: Users,
  lounge: Sofa,
  care: HeartHandshake,
  library: LibraryBig,
  meal: Utensils,
  cafe: Coffee,
  store: Store,
  vending: CupSoda,
  print: Printer,
};

/** Renders the icon of an amenity kind, next to its name. */
export function AmenityIcon({ name = 'place' }: { name: IconName | undefined }) {
  return <Icon of={icons[name]} size={20} />;
}

/** Number that fits next to a building's category; screen readers get all. */
const SHOWN = 5;

/** Renders the amenity kinds of a building as icons. */
export function AmenityIcons({ kinds }: { kinds: Pack['kinds'] }) {
  if (kinds.length === 0) return null;
  return (
    <span className={styles.icons}>
      {kinds.slice(0, SHOWN).map(({ name, icon = 'place' }) => (
        <Icon key={name} of={icons[icon]} size={14} />
      ))}
      <VisuallyHidden>{kinds.map(({ name }) => name).join(', ')}</VisuallyHidden>
    </span>
  );
}
