// Synonyms and filler words of a query.
import type { Synonyms } from '../campus/rules.ts';
import { cutParticles, squashText } from './rules.ts';

/** Filler words: they phrase a question without naming its subject. */
const FILLERS = new Set(
  `어디 어디서 어디에 어디예요 어디인가요 어디있나요 언제 어떻게 어떤 무슨 있나요 있어요 있을까요 있는 되나요 되는 하나요 하는 할 알려 알려주세요
주세요 궁금해요 혹시 제일 가장 아시는 아는 질문 추천 추천해 곳 데 장소 위치 근처 주변 쪽 안 지금 오늘 현재 요즘 좀 수 제 내 가까운 가능한
가능 좋은 편한 괜찮은 여는 자기 먹기 하기`.split(/\s+/),
);

/** Whether a word is a filler. */
export const isFiller = (word: string): boolean =>
  FILLERS.has(word) || FILLERS.has(cutParticles([word]).join(''));

/** A span of words in a query that matches a row of synonyms. */
export interface MeantRow {
  start: number;
  end: number;
  row: Synonyms;
}

/** Maximum words of a query that form one word of a row. */
const SPAN_MAX = 3;

const keyOf = (word: string): string => squashText(word).replaceAll(' ', '');

/** Returns the rows matching words of a query, longest first, each word once. */
export function findSynonyms(words: readonly string[], synonyms: readonly Synonyms[]): MeantRow[] {
  const rows = new Map(synonyms.flatMap((row) => row.words.map((word) => [keyOf(word), row])));
  const meant: MeantRow[] = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + SPAN_MAX); end > start; end -= 1) {
      const typed = keyOf(words.slice(start, end).join(' '));
      const row = rows.get(typed) ?? rows.get(cutParticles([typed]).join(''));
      if (!row) continue;
      meant.push({ start, end, row });
      start = end - 1;
      break;
    }
  }
  return meant;
}
