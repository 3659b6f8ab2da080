import { copy, fillCopy } from '../../copy.ko.ts';
import { ButtonLink } from '../../components/button.tsx';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useFreeRooms } from './free-rooms.ts';
import { placePath } from './place-filter.ts';

/** Renders the number of free rooms as a link to the map; nothing if unknown. */
export function FreeRoomsLine() {
  const free = useFreeRooms(useCampusClock());
  if (!free) return null;
  if (free.length === 0) return copy['rooms.none'];
  return (
    <ButtonLink look="small" to={placePath({ layer: 'rooms' })}>
      {fillCopy(copy['rooms.count'], { n: free.length })}
    </ButtonLink>
  );
}
