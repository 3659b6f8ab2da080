import { placeKeyword } from '@madang/contract/campus/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import styles from './places-line.module.css';
import { describeReason, usePlacesNow } from './places-now.ts';

/** The best place now for one keyword; nothing where nobody knows. */
export function PlacesLine() {
  const { keywords, placeWord } = useCampus();
  const found = usePlacesNow();
  const [place] = (found && found.keywords[found.lead]) ?? [];
  const keyword = found && keywords[found.lead];
  if (!place || !keyword) return null;
  return (
    <Link className={styles.line} to={`/building/${place.id}/view`}>
      <span>{fillCopy(copy['places.line'], { keyword: placeKeyword(keyword, placeWord) })}</span>
      <b>{place.name}</b>
      <span>{describeReason(place.reason, keyword)}</span>
    </Link>
  );
}
