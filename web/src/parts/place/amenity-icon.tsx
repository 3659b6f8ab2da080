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
import { Icon } from '../../ui/icon.tsx';

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

/** The picture of a kind of amenities; its name stands beside it. */
export function AmenityIcon({ name = 'place' }: { name: IconName | undefined }) {
  return <Icon of={icons[name]} size={20} />;
}
