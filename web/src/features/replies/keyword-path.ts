import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus } from '@madang/contract/campus/schema';

/**
 * Returns the path of the list with the post's kind and keyword, otherwise of the keyword search, as for questions. Null in the
 * beta, or without the building's category.
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
  // A list may lack the category until the post is loaded.
  if (buildingCategory === undefined) return null;
  return number && category && buildingId !== 'question' ? `/keyword/${number}/${category.id}` : search;
}
