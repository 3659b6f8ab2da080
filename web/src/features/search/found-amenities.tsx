import { isCafeteria } from '@madang/contract/meals/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingsQuery, type Pack, packQuery } from '../../parts/campus/campus-queries.ts';
import { AmenityList } from '../../parts/place/amenity-list.tsx';
import { findAmenities } from '../../parts/place/find-amenities.ts';
import { groupByBuilding, placePath } from '../../parts/place/place-filter.ts';
import { readPins } from '../../parts/session/pins.ts';
import { Link } from '../../router/router.tsx';
import { ChipLinks } from '../../ui/chip-links.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FoundMeals } from './found-meals.tsx';
import styles from './found.module.css';

/** So many buildings: more would push the posts away; the map has them all. */
const SHOWN = 4;

/** What the campus has and serves of what a query means, above the posts. */
export function FoundOnCampus({ query }: { query: string }) {
  const { data: pack } = useQuery(packQuery);
  if (!pack) return null;
  const serves = pack.amenities.some(({ kind }) => isCafeteria(kind));
  return (
    <>
      {serves ? <FoundMeals query={query} buildings={pack.buildings} /> : null}
      <FoundAmenities query={query} pack={pack} />
    </>
  );
}

/** By building and floor [PL-09] [FS-07]. */
function FoundAmenities({ query, pack }: { query: string; pack: Pack }) {
  const client = useQueryClient();
  const { data: buildings = [] } = useQuery(buildingsQuery);
  const names = buildings.flatMap(({ id, name, nicknames = [] }) =>
    [name, ...nicknames].map((one) => ({ id, name: one })),
  );
  const { kind, amenities } = findAmenities(query, pack, names);
  if (amenities.length === 0) return null;
  const pinned = new Set(readPins(client).map(({ id }) => id));
  // Where one is at home comes first: which building is near, the app does not ask.
  const groups = groupByBuilding(amenities, pack.buildings).toSorted(
    (one, other) => Number(pinned.has(other.building.id)) - Number(pinned.has(one.building.id)),
  );
  const n = amenities.filter(({ goneOn }) => goneOn === null).length;
  const title = fillCopy(copy['search.amenities'], { what: kind ?? query, n });
  return (
    <section className={styles.amenities} aria-label={title}>
      <h2>
        {kind === null ? (
          title
        ) : (
          <Link to={placePath({ kind })}>
            {title}
            <Icon of={ChevronRight} size={20} />
          </Link>
        )}
      </h2>
      {kind === null ? null : (
        <ChipLinks
          label={copy['map.filters']}
          chips={[
            { to: placePath({ kind, open: 'now' }), label: copy['map.openNow'], current: false },
            { to: placePath({ kind, stepFree: true }), label: copy['map.stepFree'], current: false },
          ]}
        />
      )}
      <AmenityList groups={groups.slice(0, SHOWN)} hours={pack.hours} />
    </section>
  );
}
