import { placeKeyword } from '@madang/contract/campus/rules';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { PostListScreen } from '../posts/post-list.tsx';
import { keywordPostsQuery } from '../posts/post-queries.ts';
import { Navigate, useParams } from '../../lib/router.tsx';
import { ChipLinks } from '../../components/lists.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import styles from './keyword-results.module.css';

const late = lazyModule(() => import('../places/free-rooms-line.tsx'));

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
  const { parts } = useLazyModule(late, offersRooms);
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
            {offersRooms ? <p className={styles.rooms}>{parts ? <parts.FreeRoomsLine /> : null}</p> : null}
          </>
        ),
      })}
    />
  );
}
