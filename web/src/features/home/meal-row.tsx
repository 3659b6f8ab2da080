import { campusDay } from '@madang/contract/places/open-hours';
import { mainDish, mealAt } from '@madang/contract/places/meals';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { nameDay } from '../places/hours-text.ts';
import { describeHours, mealNames } from '../places/meal-texts.ts';
import { mealsQuery } from '../places/meals-query.ts';
import styles from '../places/now-row.module.css';
import { useSession } from '../session/session.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';

const DAY = 86_400_000;

/** Renders the current or next meal of a cafeteria, preferably pinned; after dinner the next day's [ML-02]. */
export function MealRow() {
  const clock = useCampusClock();
  const { data } = useQuery(mealsQuery);
  const { data: buildings } = useQuery(buildingsQuery);
  const { pins = [] } = useSession();
  if (!data || data.day !== campusDay(clock)) return null;
  const near = pins.map(({ id }) => id);
  const today = mealAt(data.meals, clock, near);
  const { next = { day: data.day, meals: [] } } = data;
  const midnight = Date.parse(next.day);
  const offers = today.length > 0 ? today : mealAt(next.meals, midnight, near);
  const later = today.length > 0 ? 0 : (midnight - Date.parse(data.day)) / DAY;
  const [first] = offers;
  const none = data.meals.length === 0 ? copy['meals.none'] : null;
  if (!first) return <p className={styles.now}>{none ?? copy['meals.over']}</p>;
  const there = offers.filter(({ soldOut }) => !soldOut);
  const dishes = (there.length > 0 ? there : offers).map(({ dish }) => mainDish(dish));
  const facts = [
    buildings?.find(({ id }) => id === first.buildingId)?.name ?? first.place,
    describeHours(first),
    there.length === 0 ? copy['meals.soldOut'] : null,
    none,
  ];
  const when = fillCopy(copy['meals.on'], { day: nameDay(next.day, later), meal: mealNames[first.meal] });
  return (
    <Link className={styles.now} to={`/building/${first.buildingId}/view#meals`} state={{ from: '/' }}>
      <span className={styles.words}>
        <b className={styles.line}>
          {when} {dishes.join(', ')}
        </b>
        <span className={styles.line}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
      </span>
      <Icon of={ChevronRight} size={20} />
    </Link>
  );
}
