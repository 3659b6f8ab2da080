import { type KeywordIcon, placeKeyword } from '@madang/contract/campus/rules';
import { leadOf, type Reason } from '@madang/contract/places/places-now';
import { ChevronRight } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { describeServed } from './meal-texts.ts';
import styles from './now-row.module.css';
import { usePlacesNow } from './places-now.ts';

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
    <Link className={styles.now} to={`/building/${place.id}/view`}>
      <span className={styles.words}>
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
