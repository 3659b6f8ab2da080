import { isCafeteria } from '@madang/contract/meals/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildingsQuery, packQuery, type Pack } from '../../parts/campus/campus-queries.ts';
import { readCampusQuery, type CampusQuery } from '@madang/contract/search/campus-query';
import { mealsQuery } from '../../parts/place/meals-query.ts';
import { roomsQuery } from '../../parts/place/place-queries.ts';

/** What a query asks of the campus, and whether everything that is shown for it is there, or will not come soon. */
export function useAsked(query: string): {
  pack: Pack | undefined;
  asked: CampusQuery | undefined;
  isSettled: boolean;
} {
  const packs = useQuery(packQuery);
  const buildings = useQuery(buildingsQuery);
  const pack = packs.data;
  const asked = useMemo(
    () => pack && readCampusQuery(query, pack, buildings.data ?? []),
    [query, pack, buildings.data],
  );
  const serves = pack?.amenities.some(({ kind }) => isCafeteria(kind)) ?? false;
  const meals = useQuery({ ...mealsQuery, enabled: serves });
  const rooms = useQuery({ ...roomsQuery, enabled: asked?.answers.has('rooms') ?? false });
  const isSettled = [packs, buildings, meals, rooms].every(
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  );
  return { pack, asked, isSettled };
}
