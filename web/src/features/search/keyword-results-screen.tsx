import { placeKeyword } from '@madang/contract/campus/rules';
import { ButtonLink } from '../../components/button.tsx';
import { ChipLinks } from '../../components/lists.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { Navigate, useParams } from '../../lib/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { placePath } from '../places/place-filter.ts';
import { useFreeRooms } from '../places/place-queries.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { PostListScreen } from '../posts/post-list.tsx';
import { keywordPostsQuery } from '../posts/post-queries.ts';
import styles from './keyword.module.css';

export default function KeywordResultsScreen() {
  const { edition, keywords, keywordCategories, placeWord, freeRoomKeywords } = useCampus();
  const params = useParams();
  const keywordId = Number(params['keywordId']);
  // The official edition starts with all categories [EV-07].
  const all = edition === 'official' ? [{ id: 0, label: copy['festival.all'] }] : [];
  const categories = [...all, ...keywordCategories];
  const category = categories.find(({ id }) => String(id) === params['categoryId']);
  const keyword = keywords[keywordId - 1];
  const offersRooms = freeRoomKeywords?.includes(keyword ?? '') === true;
  const hydrated = useHydrated();
  // An unknown path, redirected like others [RT-17].
  if (!keyword || !category) return <Navigate to="/" replace />;
  const name = placeKeyword(keyword, placeWord);
  return (
    <PostListScreen
      title={category.id === 0 ? name : `${name} · ${category.label}`}
      list={keywordPostsQuery(keywordId, category.id)}
      empty={<EmptyBoard text={copy['empty.keyword']} />}
      {...(all.length > 0 && {
        above: (
          <>
            <ChipLinks
              label={copy['keyword.categories']}
              replace
              chips={categories.map(({ id, label }) => ({
                to: `/keyword/${keywordId}/${id}`,
                label,
                current: id === category.id,
              }))}
            />
            {offersRooms ? (
              <p className={`row px-margin min-h-touch text-soft text-note ${styles.rooms}`}>
                {hydrated ? <FreeRoomsLine /> : null}
              </p>
            ) : null}
          </>
        ),
      })}
    />
  );
}

/** Renders the number of free rooms as a link to the map; nothing if unknown. */
function FreeRoomsLine() {
  const free = useFreeRooms(useCampusClock());
  if (!free) return null;
  if (free.length === 0) return copy['rooms.none'];
  return (
    <ButtonLink look="small" to={placePath({ layer: 'rooms' })}>
      {fillCopy(copy['rooms.count'], { n: free.length })}
    </ButtonLink>
  );
}
