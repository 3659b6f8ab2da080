import { campusDay } from '@madang/contract/amenities/open-hours';
import { mealAt } from '@madang/contract/meals/rules';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingsQuery } from '../../parts/campus/campus-queries.ts';
import { useCampusClock } from '../../parts/campus/campus-time.tsx';
import { describeHours, mealNames } from '../../parts/place/meal-texts.ts';
import { mealsQuery } from '../../parts/place/meals-query.ts';
import styles from '../../parts/post/post-rows.module.css';
import { useSession } from '../../parts/session/session.ts';
import { Link } from '../../router/router.tsx';

/** What is served now or next, of one cafeteria: a pinned one before others [ML-02]. */
export function MealRow() {
  const clock = useCampusClock();
  const { data } = useQuery(mealsQuery);
  const { data: buildings } = useQuery(buildingsQuery);
  const { pins = [] } = useSession();
  if (!data || data.day !== campusDay(clock)) return null;
  const near = pins.map(({ id }) => id);
  const offers = mealAt(data.meals, clock, near);
  const [first] = offers;
  if (!first)
    return <p className={styles.facts}>{data.meals.length > 0 ? copy['meals.over'] : copy['meals.none']}</p>;
  const there = offers.filter(({ soldOut }) => !soldOut);
  const dishes = (there.length > 0 ? there : offers).map(({ dish }) => dish.split(', ')[0]);
  return (
    <Link className={styles.words} to={`/building/${first.buildingId}/view#meals`} state={{ from: '/' }}>
      <span className={styles.title}>
        <b>{fillCopy(copy['meals.today'], { meal: mealNames[first.meal] })}</b> {dishes.join(', ')}
      </span>
      <span className={styles.facts}>
        <span>{buildings?.find(({ id }) => id === first.buildingId)?.name ?? first.place}</span>
        <span>{describeHours(first)}</span>
        {there.length === 0 ? <span>{copy['meals.soldOut']}</span> : null}
      </span>
    </Link>
  );
}
