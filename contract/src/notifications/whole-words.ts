import { withoutLinks } from '../moderation/rules.ts';
import { canStand, foldText, PARTICLES } from '../search/rules.ts';

/** `kim@gmail.com` in a folded text. */
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Endings of a noun other than particles: forms of 이다. */
const COPULA =
  '입니다 이에요 예요 이었어요 였어요 이었습니다 였습니다 인가요 인지 일까요 인데 이네요 네요 이죠 죠 이면 이라면 이지만 지만 이다 이고 이며';
const ENDINGS = [...PARTICLES, ...COPULA.split(' '), '에선', '들'];

/** Maximum particles after one word. */
const ENDINGS_MAX = 3;

/** Returns a post's texts as alerts compare them: folded, without addresses. */
export function alertText(...parts: readonly string[]): string {
  return parts.map((part) => withoutLinks(foldText(part).replaceAll(MAIL, ' '))).join('\n');
}

/** Whether a text from {@link alertText} contains all words whole, before particles; `compound` allows preceding letters. */
export function holdsWords(
  text: string,
  words: readonly string[],
  part: 'whole' | 'compound' = 'whole',
): boolean {
  return words.every((word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const begins = part === 'compound' || !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(Math.max(0, at - 2), at));
      if (begins && isEnd(text, at + word.length)) return true;
    }
    return false;
  });
}

/** Whether a word of the text ends here, or after matching particles. */
function isEnd(text: string, at: number, left = ENDINGS_MAX): boolean {
  if (!/^[\p{L}\p{N}\p{M}]/u.test(text.slice(at, at + 2))) return true;
  const before = text.charAt(at - 1);
  return (
    left > 0 &&
    ENDINGS.some(
      (ending) =>
        text.startsWith(ending, at) &&
        (!/[가-힣]/.test(before) || canStand(ending, before)) &&
        isEnd(text, at + ending.length, left - 1),
    )
  );
}
