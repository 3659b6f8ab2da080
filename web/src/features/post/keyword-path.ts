import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus } from '@madang/contract/campus/schema';

/**
 * The list where posts of this one's kind with the keyword stand; null where there is none, as for questions, or where the
 * building's category is not known yet.
 */
export function keywordPath(
  { buildingId, buildingCategory }: { buildingId: string; buildingCategory?: string },
  keyword: string,
  campus: Pick<Campus, 'keywords' | 'placeWord' | 'keywordCategories' | 'festivalKeywords'>,
): string | null {
  if (buildingId === 'festival') {
    const filter = campus.festivalKeywords.indexOf(keyword) + 1;
    return filter ? `/board/festival?filter=${filter}` : null;
  }
  const number = campus.keywords.findIndex((word) => placeKeyword(word, campus.placeWord) === keyword) + 1;
  const category = campus.keywordCategories.find((entry) => entry.category === buildingCategory);
  return number && category && buildingId !== 'question' ? `/keyword/${number}/${category.id}` : null;
}
