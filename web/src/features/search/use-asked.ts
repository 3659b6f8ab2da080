import { isCafeteria } from '@madang/contract/places/meals';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { buildingsQuery, packQuery, type Pack } from '../campus/campus-queries.ts';
import { readCampusQuery, type CampusQuery } from '@madang/contract/search/campus-query';
import { mealsQuery } from '../places/meals-query.ts';
import { roomsQuery } from '../places/place-queries.ts';

/** Milliseconds the posts wait for the results above them. */
const PATIENCE = 1_500;

/** Returns the campus meaning of a query, and whether all its results are ready or late. */
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
  const only = asked?.others.length === 0;
  const rooms = useQuery({ ...roomsQuery, enabled: only && asked.answers.has('rooms') });
  // Unknown words may name a dish.
  const mayEat = asked !== undefined && (!only || asked.answers.has('meals'));
  const isThere = [packs, buildings, rooms, ...(mayEat ? [meals] : [])].every(
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  );
  const isSettled = useLate(query) || isThere;
  return { pack, asked, isSettled };
}

/** Whether the query has waited for the full timeout. */
function useLate(query: string): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setLate, PATIENCE, query);
    return () => clearTimeout(timer);
  }, [query]);
  return late === query;
}
