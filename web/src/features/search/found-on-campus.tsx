import { isCafeteria } from '@madang/contract/places/meals';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import type { CampusQuery } from '@madang/contract/search/campus-query';
import { describeUntil, useFreeRooms } from '../places/free-rooms.ts';
import { placePath } from '../places/place-filter.ts';
import { Link } from '../../lib/router.tsx';
import { FoundAmenities } from './found-amenities.tsx';
import { FoundMeals } from './found-meals.tsx';
import styles from './found.module.css';
import { FoundSection, useShown } from './found-section.tsx';

interface FoundOnCampusProps {
  query: string;
  asked: CampusQuery;
  pack: Pack;
}

/** Renders campus data matching the query, above the posts. */
export function FoundOnCampus({ query, asked, pack }: FoundOnCampusProps) {
  const only = asked.others.length === 0;
  return (
    <>
      {asked.answers.has('emergency') ? <FoundEmergency contacts={pack.emergency} /> : null}
      {asked.answers.has('rooms') && only ? <FoundRooms asked={asked} pack={pack} /> : null}
      {pack.amenities.some(({ kind }) => isCafeteria(kind)) ? (
        <FoundMeals query={query} asked={asked} buildings={pack.buildings} />
      ) : null}
      <FoundAmenities asked={asked} pack={pack} />
    </>
  );
}

/** Renders the first emergency number and a link to all. */
function FoundEmergency({ contacts }: { contacts: Pack['emergency'] }) {
  const first = contacts.find(({ number }) => number === '119') ?? contacts[0];
  if (!first) return null;
  return (
    <FoundSection title={copy['emergency.title']}>
      <ul className={styles.rows}>
        <li>
          <a href={`tel:${first.number.replaceAll('-', '')}`}>
            <b>
              {first.name} {first.number}
            </b>
            <span>{first.note}</span>
          </a>
        </li>
        <li>
          <Link to="/emergency">
            <b>{copy['search.emergency']}</b>
          </Link>
        </li>
      </ul>
    </FoundSection>
  );
}

/** Lists rooms free now, the longest first [RM-02]; nothing if unknown. */
function FoundRooms({ asked: { buildingIds }, pack: { buildings } }: Omit<FoundOnCampusProps, 'query'>) {
  const all = useFreeRooms(useCampusClock());
  const free = all?.filter(({ room }) => buildingIds.size === 0 || buildingIds.has(room.buildingId));
  const { shown, more } = useShown(free ?? [], (n) => fillCopy(copy['search.more'], { n }));
  if (!free) return null;
  const title = fillCopy(copy['search.amenities'], { what: copy['rooms.title'], n: free.length });
  return (
    <FoundSection title={title} to={placePath({ layer: 'rooms' })}>
      {free.length === 0 ? <p className={styles.known}>{copy['rooms.none']}</p> : null}
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={one.room.id}>
            <Link to={`/building/${one.room.buildingId}/view`}>
              <b>
                {buildings.find(({ id }) => id === one.room.buildingId)?.name} {one.room.name}
              </b>
              <span>{describeUntil(one)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </FoundSection>
  );
}
