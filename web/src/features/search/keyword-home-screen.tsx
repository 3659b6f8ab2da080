import { type KeywordIcon, placeKeyword } from '@madang/contract/campus/rules';
import {
  BookOpen,
  Coffee,
  type IconNode,
  Laptop,
  MapPin,
  MessagesSquare,
  Moon,
  Plug,
  Presentation,
  ThumbsUp,
  Users,
  Utensils,
  Video,
  VolumeX,
} from 'lucide';
import type { ReactNode } from 'react';
import { ChipLinks, ListRow } from '../../components/lists.tsx';
import { Icon } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { copy } from '../../copy.ko.ts';
import { Link, navigate, useLocation, useSearchParams } from '../../lib/router.tsx';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';
import { describeReason, usePlacesNow } from '../places/places-now.ts';
import styles from './keyword.module.css';

const icons: Record<KeywordIcon, IconNode> = {
  place: MapPin,
  video: Video,
  group: Users,
  sleep: Moon,
  meal: Utensils,
  study: BookOpen,
  power: Plug,
  rest: Coffee,
  talk: MessagesSquare,
  present: Presentation,
  laptop: Laptop,
  quiet: VolumeX,
  best: ThumbsUp,
};

/** Returns the keyword whose category is chosen, from the history state: back closes the sheet. */
function readChosen(state: unknown): number {
  return typeof state === 'object' && state !== null && 'keyword' in state ? Number(state.keyword) : 0;
}

/** Opens the category sheet in the beta; officially links to all posts, with category filters [EV-07]. */
function Tile({ number, children }: { number: number; children: ReactNode }) {
  if (useOfficial())
    return (
      <Link className="tile" to={`/keyword/${number}/0`}>
        {children}
      </Link>
    );
  const ask = () => navigate('/keyword', { state: { keyword: number } });
  return (
    <button type="button" className="tile" aria-haspopup="dialog" onClick={ask}>
      {children}
    </button>
  );
}

export default function KeywordHomeScreen() {
  const { keywords, keywordIcons, keywordCategories, placeWord } = useCampus();
  const { state } = useLocation();
  const chosen = readChosen(state);
  const keyword = keywords[chosen - 1];
  const official = useOfficial();

  return (
    <Screen title={copy['keyword.heading']} heading="shown">
      {official ? <BestPlaces /> : null}
      <ul className={styles.grid}>
        {keywords.map((name, index) => (
          <li key={name}>
            <Tile number={index + 1}>
              <span className="flex text-soft pb-2">
                <Icon of={icons[keywordIcons?.[index] ?? 'place']} />
              </span>
              <span className="text-title font-bold">{name}</span>
              {official ? null : <span className="text-faint text-small">{placeWord}</span>}
            </Tile>
          </li>
        ))}
      </ul>
      <Sheet
        title={keyword ? placeKeyword(keyword, placeWord) : ''}
        sheet={{ open: keyword !== undefined, close: () => navigate(-1) }}
      >
        <p className="text-soft pb-2">{copy['keyword.category']}</p>
        <div className="bleed">
          {keywordCategories.map(({ id, label }) => (
            <ListRow key={id} icon={MapPin} label={label} to={`/keyword/${chosen}/${id}`} replace />
          ))}
        </div>
      </Sheet>
    </Screen>
  );
}

/** Renders a keyword's three best places now; nothing if unknown [PL-08]. */
function BestPlaces() {
  const { keywords } = useCampus();
  const [query] = useSearchParams();
  const found = usePlacesNow();
  if (found === undefined) return <Skeleton height="300px" />;
  if (found === null) return null;
  const asked = Number(query.get('now')) - 1;
  const chosen = found.keywords[asked]?.length ? asked : found.lead;
  const keyword = keywords[chosen] ?? '';
  return (
    <section className="pb-5">
      <h2 className="px-margin text-title font-bold leading-snug">{copy['places.heading']}</h2>
      <ChipLinks
        label={copy['places.keywords']}
        oneRow
        replace
        chips={keywords.flatMap((label, index) =>
          found.keywords[index]?.length
            ? { to: `/keyword?now=${index + 1}`, label, current: index === chosen }
            : [],
        )}
      />
      <ol className="px-margin divide-y">
        {found.keywords[chosen]?.map(({ id, name, reason }) => (
          <li key={id}>
            <Link className={`flex-col justify-center py-2 ${styles.bestPlace}`} to={`/building/${id}/view`}>
              <span className="font-semibold leading-snug">{name}</span>
              <span className="text-soft text-note leading-snug">{describeReason(reason, keyword)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
