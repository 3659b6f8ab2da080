import { placeKeyword } from '@madang/contract/campus/rules';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostListScreen } from '../../parts/post/post-list.tsx';
import { keywordPostsQuery } from '../../parts/post/post-lists.ts';
import { Navigate, useParams } from '../../router/router.tsx';

export default function KeywordResultsScreen() {
  const { keywords, keywordCategories, placeWord } = useCampus();
  const params = useParams();
  const keywordId = Number(params['keywordId']);
  const category = keywordCategories.find(({ id }) => id === Number(params['categoryId']));
  const keyword = keywords[keywordId - 1];
  // As unknown a path as any other [RT-17].
  if (!keyword || !category) return <Navigate to="/" replace />;
  return (
    <PostListScreen
      title={`${placeKeyword(keyword, placeWord)} · ${category.label}`}
      list={keywordPostsQuery(keywordId, category.id)}
      empty={<EmptyBoard text={copy['empty.keyword']} />}
    />
  );
}
