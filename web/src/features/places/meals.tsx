import { campusDay } from '@madang/contract/places/open-hours';
import { isServed } from '@madang/contract/places/meals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { describeHours, describePrice, mealNames } from './meal-texts.ts';
import { type Meal, mealsQuery } from './meals-query.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { useLocation } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './meals.module.css';

/** Renders today's meals of a building's cafeterias [ML-02]; nothing without meals this week. */
export function Meals({ buildingId, clock }: { buildingId: string; clock: number }) {
  const { data } = useQuery(mealsQuery);
  if (!data || data.day !== campusDay(clock) || !data.buildings.includes(buildingId)) return null;
  const meals = data.meals.filter((meal) => meal.buildingId === buildingId);
  const titleOf = (meal: Meal) => [mealNames[meal.meal], meal.place, describeHours(meal)].join(' · ');
  const titles = [...new Set(meals.map(titleOf))];
  const sources = [...new Set(meals.map(({ source }) => source).filter(Boolean))];
  return (
    <Section>
      {meals.length === 0 ? <p>{copy['meals.none']}</p> : null}
      {titles.map((title) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {meals
              .filter((meal) => titleOf(meal) === title)
              .map((meal) => (
                <MealLine key={meal.id} meal={meal} served={isServed(meal, clock)} />
              ))}
          </ul>
        </div>
      ))}
      {sources.map((source) => (
        <p key={source} className={styles.note}>
          {fillCopy(copy['view.source'], { source })}
        </p>
      ))}
    </Section>
  );
}

/** Loaded after the screen, so links to it scroll here afterwards. */
function Section({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === '#meals') section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section ref={section} id="meals" className={styles.meals}>
      <h2>{copy['meals.title']}</h2>
      {children}
    </section>
  );
}

function MealLine({ meal, served }: { meal: Meal; served: boolean }) {
  const facts = [meal.corner, describePrice(meal.price)].filter(Boolean);
  return (
    <li className={styles.line} data-sold-out={meal.soldOut || undefined}>
      <span className={styles.words}>
        <span className={styles.dish}>{meal.dish}</span>
        <span className={styles.note}>{facts.join(' · ')}</span>
      </span>
      {meal.soldOut ? <b className={styles.soldOut}>{copy['meals.soldOut']}</b> : null}
      {served ? <SoldOut meal={meal} /> : null}
    </li>
  );
}

/** Reports a dish as sold out or withdraws that [ML-03]; known only to this page. */
function SoldOut({ meal: { id, dish } }: { meal: Meal }) {
  const client = useQueryClient();
  const [said, setSaid] = useState(false);
  const { busy, onClick } = useAction(
    async () => {
      const { soldOut } = said
        ? await call('DELETE /api/meals/{id}/sold-out', { path: { id } })
        : await call('PUT /api/meals/{id}/sold-out', { path: { id } });
      setSaid(!said);
      const thanks = soldOut ? copy['meals.soldOut.marked'] : copy['meals.soldOut.one'];
      showToast(said ? copy['meals.soldOut.back'] : thanks);
      await client.invalidateQueries(mealsQuery);
    },
    (error) => {
      // The meal ended, or the menu was replaced, while the page was open.
      const isOver = isRefusal(error, 'meal.notServed', 'resource.missing');
      if (isOver) showToast(copy['meals.notServed']);
      if (isOver) void client.invalidateQueries(mealsQuery);
      return isOver;
    },
  );
  return (
    <Button look="small" busy={busy} aria-pressed={said} onClick={onClick}>
      <VisuallyHidden>{dish} </VisuallyHidden>
      {copy['meals.soldOut.say']}
    </Button>
  );
}
