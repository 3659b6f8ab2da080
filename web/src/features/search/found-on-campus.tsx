import { isCafeteria, type MealName } from '@madang/contract/places/meals';
import { campusDay } from '@madang/contract/places/open-hours';
import type { CampusQuery } from '@madang/contract/search/campus-query';
import { cutParticles, searchWords, squashText } from '@madang/contract/search/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Button, Icon } from '../../components/button.tsx';
import { ChipLinks } from '../../components/lists.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import type { Pack } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { AmenityList } from '../places/amenity-list.tsx';
import { groupByBuilding, placePath } from '../places/place-filter.ts';
import { type Meal, mealsQuery, useFreeRooms } from '../places/place-queries.ts';
import { describeHours, describeUntil, mealNames } from '../places/place-texts.ts';
import { readPins } from '../session/pins.ts';
import styles from './search.module.css';

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

/** Lists amenities by building and floor [PL-09] [FS-07]; the title names only what matched. */
function FoundAmenities({ asked, pack }: { asked: CampusQuery; pack: Pack }) {
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

interface FoundMealsProps {
  query: string;
  asked: CampusQuery;
  buildings: Pack['buildings'];
}

/** Renders matching meals of today, above posts of other days [ML-02] [FS-07]. */
function FoundMeals({ query, asked, buildings }: FoundMealsProps) {
  const { data } = useQuery(mealsQuery);
  const clock = useCampusClock();
  const isMenu = asked.answers.has('meals') && asked.others.length === 0;
  const isToday = data?.day === campusDay(clock);
  const known = isToday ? data.meals : [];
  const found = isMenu ? findMenu(query, asked, known, clock) : findDishes(query, known);
  const { shown, more } = useShown(found, (n) => fillCopy(copy['search.meals.more'], { n }));
  const isNone = isToday && isMenu && known.length === 0 && asked.buildingIds.size === 0;
  if (found.length === 0 && !isNone) return null;
  return (
    <FoundSection title={copy['meals.title']}>
      {isNone ? <p className={styles.known}>{copy['meals.none']}</p> : null}
      <ul className={styles.rows}>
        {shown.map(({ id, buildingId, place, meal, dish, soldOut, ...hours }) => (
          <li key={id}>
            <Link to={`/building/${buildingId}/view#meals`}>
              <b>{dish}</b>
              <span>
                {buildings.find((one) => one.id === buildingId)?.name ?? place} ·{' '}
                {fillCopy(copy['meals.on'], { day: copy['hours.today'], meal: mealNames[meal] })} ·{' '}
                {describeHours(hours)}
                {soldOut ? ` · ${copy['meals.soldOut']}` : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </FoundSection>
  );
}

/** Words for the meals of a day. */
const MEAL_WORDS: readonly [RegExp, MealName][] = [
  [/아침|조식/, 'breakfast'],
  [/점심|중식/, 'lunch'],
  [/저녁|석식/, 'dinner'],
];
const MINUTE = 60_000;

/** Returns the meal's menu in the named buildings, otherwise all, even if not served; ended meals last. */
function findMenu(
  query: string,
  { buildingIds }: CampusQuery,
  meals: readonly Meal[],
  clock: number,
): Meal[] {
  const [, wanted] = MEAL_WORDS.find(([words]) => words.test(query)) ?? [];
  const now = new Date(clock - (clock % MINUTE)).toISOString().slice(11, 16);
  const there = meals.filter(({ buildingId }) => buildingIds.size === 0 || buildingIds.has(buildingId));
  const served = there.filter(({ meal }) => meal === wanted);
  return (served.length > 0 ? served : there).toSorted(
    (one, other) => Number(one.to <= now) - Number(other.to <= now),
  );
}

/** Returns dishes that contain a word of the query, such as `오늘 돈가스 나오는 식당`. */
function findDishes(query: string, meals: readonly Meal[]): Meal[] {
  const words = cutParticles(searchWords(query)).filter((word) => [...word].length > 1);
  return meals.filter(({ dish }) => words.some((word) => squashText(dish).includes(word)));
}

/** Rows above the posts at first: the first post stays visible without scrolling. */
const SHOWN = 3;
/** Rows added per press. */
const STEP = 20;

/** Renders a title, optionally linked, with content below. */
function FoundSection({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <section className={styles.amenities} aria-label={title}>
      <h2 className="px-margin text-title">
        {to === undefined ? (
          title
        ) : (
          <Link className="row justify-between min-h-touch" to={to}>
            {title}
            <Icon of={ChevronRight} size={20} />
          </Link>
        )}
      </h2>
      {children}
    </section>
  );
}

/** Returns the first of a list, and the button that shows more of it. */
function useShown<One>(
  all: readonly One[],
  label: (n: number) => string,
): { shown: readonly One[]; more: ReactNode } {
  const [count, setCount] = useState(SHOWN);
  const left = all.length - count;
  return {
    shown: all.slice(0, count),
    more:
      left > 0 ? (
        <div className={styles.more}>
          <Button look="plain" onClick={() => setCount(count + STEP)}>
            {label(left)}
          </Button>
        </div>
      ) : null,
  };
}
