import { campusDay } from '@madang/contract/places/open-hours';
import type { MealName } from '@madang/contract/places/meals';
import { cutParticles, searchWords, squashText } from '@madang/contract/search/rules';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type Pack } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import type { CampusQuery } from '@madang/contract/search/campus-query';
import { describeHours, mealNames } from '../places/meal-texts.ts';
import { type Meal, mealsQuery } from '../places/meals-query.ts';
import { Link } from '../../lib/router.tsx';
import styles from './found.module.css';
import { FoundSection, useShown } from './found-section.tsx';

interface FoundMealsProps {
  query: string;
  asked: CampusQuery;
  buildings: Pack['buildings'];
}

/** Renders matching meals of today, above posts of other days [ML-02] [FS-07]. */
export function FoundMeals({ query, asked, buildings }: FoundMealsProps) {
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
