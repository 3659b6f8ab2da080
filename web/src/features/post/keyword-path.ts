import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus } from '@madang/contract/campus/schema';

/**
 * The list where posts of this one's kind with the keyword stand, where there is none, as for questions, the search for it;
 * null in the beta edition, and where the building's category is not known yet.
 */
export function keywordPath(
  { buildingId, buildingCategory }: { buildingId: string; buildingCategory?: string },
  keyword: string,
  campus: Pick<Campus, 'keywords' | 'placeWord' | 'keywordCategories' | 'festivalKeywords' | 'edition'>,
): string | null {
  const search =
    campus.edition === 'official' ? `/search?${new URLSearchParams({ query: keyword }).toString()}` : null;
  if (buildingId === 'festival') {
    const filter = campus.festivalKeywords.indexOf(keyword) + 1;
    return filter ? `/board/festival?filter=${filter}` : search;
  }
  const number = campus.keywords.findIndex((word) => placeKeyword(word, campus.placeWord) === keyword) + 1;
  const category = campus.keywordCategories.find((entry) => entry.category === buildingCategory);
  // A list that led here may not know the category; the post is on its way.
  if (buildingCategory === undefined) return null;
  return number && category && buildingId !== 'question' ? `/keyword/${number}/${category.id}` : search;
}
