import { cutParticles, searchWords, squashText } from '@madang/contract/search/rules';
import { campusDay } from '@madang/contract/amenities/open-hours';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type Pack } from '../../parts/campus/campus-queries.ts';
import { useCampusClock } from '../../parts/campus/campus-time.tsx';
import { describeHours, mealNames } from '../../parts/place/meal-texts.ts';
import { type Meal, mealsQuery } from '../../parts/place/meals-query.ts';
import { Link } from '../../router/router.tsx';
import styles from './found.module.css';

/** So many; the building has them all. */
const SHOWN = 4;

/** What cafeterias serve today of what is searched, above posts of other days [ML-02] [FS-07]. */
export function FoundMeals({ query, buildings }: { query: string; buildings: Pack['buildings'] }) {
  const { data } = useQuery(mealsQuery);
  const today = campusDay(useCampusClock());
  const found = data?.day === today ? findDishes(query, data.meals) : [];
  if (found.length === 0) return null;
  return (
    <section className={styles.amenities} aria-label={copy['meals.title']}>
      <h2>{copy['meals.title']}</h2>
      <ul className={styles.meals}>
        {found.slice(0, SHOWN).map(({ id, buildingId, place, meal, dish, soldOut, ...hours }) => (
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
    </section>
  );
}

/** Dishes that a word of the query is in: `오늘 돈가스 나오는 식당` asks for one. */
function findDishes(query: string, meals: readonly Meal[]): Meal[] {
  const words = cutParticles(searchWords(query)).filter((word) => [...word].length > 1);
  return meals.filter(({ dish }) => words.some((word) => squashText(dish).includes(word)));
}
