import { copy, fillCopy } from '../../copy.ko.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useFreeRooms } from './free-rooms.ts';
import { placePath } from './place-filter.ts';

/** How many rooms are free now, leading to them on the map; nothing where nobody knows. */
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
