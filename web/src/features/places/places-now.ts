import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { leadOf, PLACES_MINUTES, type Reason } from '@madang/contract/places/places-now';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, type Output } from '../../lib/api.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { crowdTexts, describeServed } from './place-texts.ts';

const MINUTE = 60_000;

/** Query of suggested places, recomputed every five minutes; official edition only. */
const placesQuery = queryOptions({
  queryKey: ['places-now'],
  ...ask('GET /api/places/now', undefined),
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});

type Place = Output<'GET /api/places/now'>['keywords'][number][number];

/** Returns the suggested places and leading keyword: null if unknown or too old, undefined while loading. */
export function usePlacesNow() {
  const { timeZone, keywordIcons = [] } = useCampus();
  const clock = useCampusClock();
  const { data, error } = useQuery(placesQuery);
  if (!data) return error ? null : undefined;
  const { at, lead: known } = data;
  if (at === null || known === null) return null;
  const foundAt = campusClock(at * MINUTE, timeZone);
  if (clock - foundAt >= PLACES_MINUTES * MINUTE) return null;
  // A meal may have ended since then; one until 24:00 ends with that day.
  const isServed = ({ reason: { meal } }: Place) =>
    !meal || clock < Date.parse(`${campusDay(foundAt)}T${meal.until}Z`);
  const keywords = data.keywords.map((places) => places.filter(isServed));
  const best = keywords.map(([first]) => first?.reason);
  const stands = best[known] === data.keywords[known]?.[0]?.reason;
  const lead = stands ? known : leadOf(best, keywordIcons, clock);
  return lead === null ? null : { lead, keywords };
}

/** Returns why a place is suggested for a keyword, as `콘센트 글 12개 · 방금 여유` or `제육볶음 5,500원 · 14:00까지`. */
export function describeReason(
  { meal, rooms, amenities, kind = '', posts, quiet, crowd, usual, open }: Reason,
  keyword: string,
): string {
  const count = (n: number, what: string) => fillCopy(copy['map.found.some'], { n, kind: what });
  return [
    meal && describeServed(meal),
    rooms && count(rooms, copy['map.rooms']),
    amenities && count(amenities, kind),
    posts && fillCopy(copy['places.posts'], { keyword, n: posts }),
    quiet && fillCopy(copy['voice.quiet.count'], { n: quiet }),
    crowd && fillCopy(copy['places.crowd'], { crowd: crowdTexts[crowd] }),
    usual && fillCopy(copy['voice.usual'], { crowd: crowdTexts[usual] }),
    open && fillCopy(copy['places.open'], { time: open }),
  ]
    .filter(Boolean)
    .join(' · ');
}
