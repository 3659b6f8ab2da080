import type { AmenityIcon as IconName } from '@madang/contract/campus/rules';
import {
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
import { Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { Pack } from '../campus/campus-queries.ts';
import styles from './amenity-icon.module.css';

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
