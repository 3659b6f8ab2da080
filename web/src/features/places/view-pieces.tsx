import { MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/rules';
import { isServed } from '@madang/contract/places/meals';
import { campusDay } from '@madang/contract/places/open-hours';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import type { CampusMap, Pack } from '../campus/campus-queries.ts';
import { useAction } from '../campus/use-action.ts';
import { ticketsQuery } from '../tickets/ticket-queries.ts';
import { TicketLine } from '../tickets/ticket-line.tsx';
import { meets, type Rectangle, rectangleOf } from './map-distance.ts';
import { MapDrawing } from './map-drawing.tsx';
import map from './map.module.css';
import { type Meal, mealsQuery } from './place-queries.ts';
import { describeHours, describePrice, mealNames } from './place-texts.ts';
import styles from './view.module.css';

/** Renders the last sections together: a later one would move those below it. */
export function ViewPieces({ pack, id, clock }: { pack: Pack; id: string; clock: number }) {
  const asked = [useQuery(mealsQuery), useQuery(ticketsQuery)];
  if (asked.some(({ isPending }) => isPending)) return null;
  return (
    <>
      <Meals buildingId={id} clock={clock} />
      {pack.map ? <MapPiece of={pack.map} id={id} /> : null}
      <BuildingTickets buildingId={id} />
    </>
  );
}

/** Renders today's meals of a building's cafeterias [ML-02]; nothing without meals this week. */
function Meals({ buildingId, clock }: { buildingId: string; clock: number }) {
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
        <p key={source} className="text-faint tabular-nums">
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
    <section ref={section} id="meals" className={`px-margin ${styles.meals}`}>
      <h2>{copy['meals.title']}</h2>
      {children}
    </section>
  );
}

function MealLine({ meal, served }: { meal: Meal; served: boolean }) {
  const facts = [meal.corner, describePrice(meal.price)].filter(Boolean);
  return (
    <li className={`row flex-wrap py-2 border-b ${styles.line}`} data-sold-out={meal.soldOut || undefined}>
      <span className={`flex-col min-w-0 wrap-anywhere ${styles.words}`}>
        <span className={styles.dish}>{meal.dish}</span>
        <span className="text-faint tabular-nums">{facts.join(' · ')}</span>
      </span>
      {meal.soldOut ? <b className="text-small text-error">{copy['meals.soldOut']}</b> : null}
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

/** Width of the picture in rem, and its height relative to that. */
const PAGE_WIDTH = 24.25;
const HEIGHT = 0.55;
/** Letter size in rem; larger than the smallest text, for use on a drawing. */
const LETTERS = 0.8125;
/** Minimum width in building widths, and the part of the map otherwise. */
const AROUND = 1.6;
const PART = 4.5;

/** Renders the map around a building as a picture linked to the map. */
function MapPiece({ of, id }: { of: CampusMap; id: string }) {
  const building = of.buildings.find((one) => one.id === id);
  if (!building) return null;
  const seen = findSeen(of, rectangleOf(building.d));
  const width = seen.right - seen.left;
  const zoom = ((of.width / width) * PAGE_WIDTH) / MAP_WIDTH;
  const shown = MAP_ZOOMS.flatMap((one, index) => (one <= zoom ? [index] : []));
  const isSeen = ({ d }: { d: string }) => meets(rectangleOf(d), seen);
  return (
    <Link
      className={`${map.palette} rounded overflow-hidden block ${styles.map}`}
      to={`/map?at=${id}`}
      aria-label={copy['map.show']}
    >
      <div className={`${map.sheet} ${map.piece}`} data-shown={shown.join(' ')}>
        <MapDrawing
          map={{ ...of, shapes: of.shapes.filter(isSeen), buildings: of.buildings.filter(isSeen) }}
          buildings={[]}
          asked={id}
          found={null}
          piece={{
            viewBox: `${seen.left} ${seen.top} ${width} ${seen.bottom - seen.top}`,
            letters: (width * LETTERS) / PAGE_WIDTH,
          }}
        />
      </div>
    </Link>
  );
}

/** Returns the area around the building, within the map's bounds. */
function findSeen(of: CampusMap, { left, top, right, bottom }: Rectangle): Rectangle {
  const extent = Math.max(right - left, (bottom - top) / HEIGHT) * AROUND;
  const width = Math.round(Math.min(of.width, Math.max(extent, of.width / PART)));
  const height = Math.round(Math.min(of.height, width * HEIGHT));
  const begin = (middle: number, size: number, whole: number) =>
    Math.round(Math.max(0, Math.min(whole - size, middle - size / 2)));
  const x = begin((left + right) / 2, width, of.width);
  const y = begin((top + bottom) / 2, height, of.height);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The facility board lists the rest. */
const SHOWN = 3;

/** Lists a building's open tickets, longest waiting first, with a link to report one [PL-14]. */
function BuildingTickets({ buildingId }: { buildingId: string }) {
  const { data } = useQuery(ticketsQuery);
  const query = new URLSearchParams({ building: buildingId });
  const own = data?.tickets.filter((ticket) => ticket.buildingId === buildingId);
  if (!own) return null;
  return (
    <section className={`px-margin ${styles.tickets}`}>
      <h2>{copy['ticket.title']}</h2>
      {own.length === 0 ? <p className="text-faint text-small">{copy['ticket.none.here']}</p> : null}
      <ul>
        {own.slice(0, SHOWN).map((ticket) => (
          <li key={ticket.id}>
            <TicketLine ticket={ticket} />
          </li>
        ))}
      </ul>
      {own.length > SHOWN ? (
        <ButtonLink look="quiet" to={`/tickets?${query}`}>
          {fillCopy(copy['ticket.here.all'], { n: own.length })}
        </ButtonLink>
      ) : null}
      <ButtonLink look="plain" to={`/tickets/new?${query}`}>
        {copy['ticket.report']}
      </ButtonLink>
    </section>
  );
}
