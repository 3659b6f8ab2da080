import { placeKeyword } from '@madang/contract/campus/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostList } from '../../parts/post/post-list.tsx';
import { keywordPostsQuery } from '../../parts/post/post-lists.ts';
import { Navigate, useParams } from '../../router/router.tsx';

export function KeywordResultsScreen() {
  const { keywords, keywordCategories } = useCampus();
  const params = useParams();
  const keywordId = Number(params['keywordId']);
  const category = keywordCategories.find(({ id }) => id === Number(params['categoryId']));
  const keyword = keywords[keywordId - 1];
  // As unknown a path as any other [RT-17].
  if (!keyword || !category) return <Navigate to="/" replace />;
  return <Results keyword={keyword} keywordId={keywordId} category={category} />;
}

interface ResultsProps {
  keyword: string;
  keywordId: number;
  category: { id: number; label: string };
}

function Results({ keyword, keywordId, category }: ResultsProps) {
  const { placeWord } = useCampus();
  const query = useInfiniteQuery(keywordPostsQuery(keywordId, category.id));
  return (
    <Screen title={`${placeKeyword(keyword, placeWord)} · ${category.label}`}>
      <PostList query={query} empty={<EmptyBoard text={copy['empty.keyword']} />} />
    </Screen>
  );
}
