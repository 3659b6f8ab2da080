import type { Campus } from '@madang/campus/campus';
import { placeKeywords } from '@madang/campus/load-campus';
import { keywordChoices, KEYWORDS_MAX, type BoardKind } from '@madang/contract/posts/rules';

/** What the first slot of a post without keyword holds [EN-04]; the copy deck's `keyword.none`. */
export const NO_KEYWORD = '선택 안 함';

/** The document's slots: as many as a post may have keywords, unused ones empty, the marker where there is none. */
export function toSlots(keywords: readonly string[]): string[] {
  const used = keywords.length === 0 ? [NO_KEYWORD] : keywords;
  return Array.from({ length: KEYWORDS_MAX }, (_, slot) => used[slot] ?? '');
}

/** Reads the slots of documents of one campus. */
export class KeywordReader {
  readonly #known: Record<'festival' | 'other', Map<string, string>>;

  constructor(campus: Campus) {
    const choices = { place: placeKeywords(campus), festival: campus.settings.festivalKeywords };
    const named = (kind: BoardKind) =>
      new Map(keywordChoices(kind, choices).map((keyword) => [spaceless(keyword), keyword]));
    this.#known = { festival: named('festival'), other: named('building') };
    const { keywords, placeWord } = campus.settings;
    for (const keyword of keywords) {
      const stored = this.#known.other.get(spaceless(keyword + placeWord));
      if (stored) this.#known.other.set(spaceless(keyword), stored);
    }
  }

  /**
   * The post's keywords in the stored form, at most three; spaces and a missing place word make no difference.
   * What had to be left out is named in `dropped`.
   */
  read(slots: readonly string[], kind: BoardKind): { keywords: string[]; dropped: string[] } {
    const known = this.#known[kind === 'festival' ? 'festival' : 'other'];
    const [keywords, dropped]: [string[], string[]] = [[], []];
    for (const slot of slots) {
      const name = spaceless(slot);
      if (name === '' || name === spaceless(NO_KEYWORD)) continue;
      const keyword = known.get(name);
      if (keyword && keywords.includes(keyword)) continue;
      if (keyword && keywords.length < KEYWORDS_MAX) keywords.push(keyword);
      else dropped.push(slot);
    }
    return { keywords, dropped };
  }
}

function spaceless(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}
