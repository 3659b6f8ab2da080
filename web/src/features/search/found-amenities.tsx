import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { AmenityList } from '../places/amenity-list.tsx';
import type { CampusQuery } from '@madang/contract/search/campus-query';
import { groupByBuilding, placePath } from '../places/place-filter.ts';
import { readPins } from '../session/pins.ts';
import { ChipLinks } from '../../components/lists.tsx';
import styles from './found.module.css';
import { FoundSection, useShown } from './found-section.tsx';

/** Lists amenities by building and floor [PL-09] [FS-07]; the title names only what matched. */
export function FoundAmenities({ asked, pack }: { asked: CampusQuery; pack: Pack }) {
  const client = useQueryClient();
  const { kind, amenities, unknown } = asked;
  const pinned = new Set(readPins(client).map(({ id }) => id));
  // Pinned buildings first: the app does not ask for the location.
  const groups = groupByBuilding(amenities, pack.buildings).toSorted(
    (one, other) => Number(pinned.has(other.building.id)) - Number(pinned.has(one.building.id)),
  );
  const ordered = groups.flatMap((group) => group.amenities);
  const { shown, more } = useShown(ordered, (n) => fillCopy(copy['search.more'], { n }));
  if (amenities.length === 0) return <NoneThere asked={asked} pack={pack} />;
  const n = amenities.filter(({ goneOn }) => goneOn === null).length;
  const title = fillCopy(copy['search.amenities'], { what: asked.title, n });
  const among = groups.map(({ building, amenities: all }) => ({
    building,
    amenities: all.filter((one) => shown.includes(one)),
  }));
  return (
    <FoundSection title={title} {...(kind !== null && { to: placePath({ kind }) })}>
      {unknown.length > 0 ? (
        <p className={styles.known}>
          {fillCopy(copy['search.amenities.unknown'], { words: unknown.join(' ') })}
        </p>
      ) : null}
      {kind === null ? null : (
        <ChipLinks
          label={copy['map.filters']}
          chips={[
            { to: placePath({ kind, open: 'now' }), label: copy['map.openNow'], current: false },
            { to: placePath({ kind, stepFree: true }), label: copy['map.stepFree'], current: false },
          ]}
        />
      )}
      <AmenityList
        groups={among.filter((group) => group.amenities.length > 0)}
        hours={pack.hours}
        named={kind === null}
        plain
      />
      {more}
    </FoundSection>
  );
}

/** Renders that a building has no known amenity of the named kind. */
function NoneThere({ asked: { kind, buildingIds }, pack }: { asked: CampusQuery; pack: Pack }) {
  const names = pack.buildings.filter(({ id }) => buildingIds.has(id)).map(({ name }) => name);
  if (kind === null || names.length === 0) return null;
  const title = fillCopy(copy['search.amenities'], { what: kind, n: 0 });
  return (
    <FoundSection title={title} to={placePath({ kind })}>
      <p className={styles.known}>
        {fillCopy(copy['search.amenities.none'], { building: names.join(', '), kind })}
      </p>
    </FoundSection>
  );
}
