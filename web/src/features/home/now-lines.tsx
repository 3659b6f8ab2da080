import { type KeywordIcon, placeKeyword } from '@madang/contract/campus/rules';
import { mainDish, mealAt } from '@madang/contract/places/meals';
import { campusDay } from '@madang/contract/places/open-hours';
import { leadOf, type Reason } from '@madang/contract/places/places-now';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide';
import { Icon } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { mealsQuery } from '../places/place-queries.ts';
import { describeHours, describeServed, mealNames, nameDay } from '../places/place-texts.ts';
import { usePlacesNow } from '../places/places-now.ts';
import { useSession } from '../session/session.ts';
import styles from './home-screen.module.css';

/** Activities for the keywords with an icon. */
const whatTexts: Readonly<Partial<Record<KeywordIcon, string>>> = {
  video: copy['places.what.video'],
  group: copy['places.what.group'],
  sleep: copy['places.what.sleep'],
  meal: copy['places.what.meal'],
  study: copy['places.what.study'],
  power: copy['places.what.power'],
  rest: copy['places.what.rest'],
  talk: copy['places.what.talk'],
  present: copy['places.what.present'],
  laptop: copy['places.what.laptop'],
  quiet: copy['places.what.quiet'],
  best: copy['places.what.best'],
};

/** Renders the best place now for one keyword, with its reason; nothing if unknown [PL-08]. */
export function PlacesLine() {
  const { keywords, keywordIcons = [], placeWord } = useCampus();
  const clock = useCampusClock();
  const found = usePlacesNow();
  if (!found) return null;
  // A meal is already shown below.
  const best = found.keywords.map(([first]) => (first?.reason.meal ? undefined : first?.reason));
  const shown = best[found.lead] ? found.lead : (leadOf(best, keywordIcons, clock) ?? found.lead);
  const [place] = found.keywords[shown] ?? [];
  const keyword = keywords[shown];
  if (!place || !keyword) return null;
  const icon = keywordIcons[shown];
  const what =
    (icon && whatTexts[icon]) || fillCopy(copy['places.what'], { keyword: placeKeyword(keyword, placeWord) });
  return (
    <Link className={styles.nowRow} to={`/building/${place.id}/view`}>
      <span className="flex-col flex-1 min-w-0 gap-hair">
        <b className={styles.line}>{fillCopy(copy['places.now'], { what, place: place.name })}</b>
        <span className={styles.line}>{explain(place.reason)}</span>
      </span>
      <Icon of={ChevronRight} size={20} />
    </Link>
  );
}

/** Returns why a place is suggested: a sentence if free or quiet, otherwise amenities and closing time. */
function explain({ meal, rooms, amenities, kind = '', posts, quiet, crowd, usual, open }: Reason): string {
  if (meal) return describeServed(meal);
  if (quiet) return fillCopy(copy['places.why.quiet'], { n: quiet });
  if (crowd === 'free') return copy['places.why.free'];
  if (usual === 'free') return copy['places.why.usual.free'];
  return [
    rooms && fillCopy(copy['places.why.rooms'], { n: rooms }),
    amenities && fillCopy(copy['places.why.amenities'], { n: amenities, kind }),
    posts && fillCopy(copy['places.why.posts'], { n: posts }),
    open && fillCopy(copy['places.open'], { time: open }),
  ]
    .filter(Boolean)
    .join(' · ');
}

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
  if (!first) return <p className={styles.nowRow}>{none ?? copy['meals.over']}</p>;
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
    <Link className={styles.nowRow} to={`/building/${first.buildingId}/view#meals`} state={{ from: '/' }}>
      <span className="flex-col flex-1 min-w-0 gap-hair">
        <b className={styles.line}>
          {when} {dishes.join(', ')}
        </b>
        <span className={styles.line}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
      </span>
      <Icon of={ChevronRight} size={20} />
    </Link>
  );
}
