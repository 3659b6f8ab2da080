// Finds searched words as `rules.ts` does, so matches and highlights agree: 열람실 in 열람 실, ＷＩＦＩ for wifi.
import { areJoined, foldText } from './rules.ts';

export interface TextPart {
  text: string;
  marked: boolean;
}

/** A folded character and its position in the text. */
interface Sign {
  sign: string;
  start: number;
  end: number;
}

/** A displayed letter; a syllable may consist of its jamo. */
const LETTERS = /(?:[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?|[^])\p{M}*/gu;

/** Splits the text at the words; the joined parts equal the text. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const signs = readSigns(text);
  const folded = signs.map(({ sign }) => sign).join('');
  // A character may be two UTF-16 units; positions in `folded` count units.
  const owners = signs.flatMap((sign) => Array.from({ length: sign.sign.length }, () => sign));
  const ranges = words
    .flatMap((word) => findAll(folded, word))
    .map(([start, end]) => [owners[start], owners[end - 1]]);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [first, last] of ranges.sort(([one], [other]) => (one?.start ?? 0) - (other?.start ?? 0))) {
    if (!first || !last || last.end <= done) continue;
    const start = Math.max(first.start, done);
    const before = parts.at(-1);
    if (start > done) parts.push({ text: text.slice(done, start), marked: false });
    if (start === done && before?.marked) before.text += text.slice(start, last.end);
    else parts.push({ text: text.slice(start, last.end), marked: true });
    done = last.end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}

/** Returns a text's characters in search form, with single required spaces. */
function readSigns(text: string): Sign[] {
  const signs: Sign[] = [];
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const folded = /^\s+$/.test(letter) ? ' ' : foldText(letter);
    for (const sign of folded) {
      if (sign === ' ' && signs.at(-1)?.sign === ' ') continue;
      signs.push({ sign, start: index, end: index + letter.length });
    }
  }
  return signs.filter(
    ({ sign }, at) => sign !== ' ' || !areJoined(signs[at - 1]?.sign ?? '', signs[at + 1]?.sign ?? ''),
  );
}

function findAll(text: string, word: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  if (word === '') return found;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    found.push([at, at + word.length]);
  return found;
}
