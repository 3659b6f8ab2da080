import type { Edition } from '@madang/contract/campus/rules';
import { findScreen } from '@madang/contract/screens';
import { isBlank } from '@madang/contract/text/rules';

/**
 * Matches an http(s) address. `\p{Lo}` matches letters without case, such as Hangul. They may start a path segment, unless they
 * are only a particle. After a letter or digit they belong to the sentence, but not after an encoded sign. Punctuation belongs
 * to an address only if it continues afterwards, and brackets only in pairs: with Hangul inside only after `_` or `/`, as in an
 * encyclopedia.
 */
const ADDRESS =
  /\b(https?:\/\/(?=[\p{L}\d])(?:\p{Lo}+\.(?:한국|(?=[a-z])))?(?:[.,;:!?'*~]*(?:(?!\p{Lo})[\p{L}\d]|[_/]\([\p{L}\d_]*\)|(?:%\w\w|[/#=&%+$@_-])(?:(?!(?:에서?|으?로|[은는이가을를]|입니다)(?!\p{Lo}))\p{Lo}+)?|\([\w%.=-]*\)))*)/iu;

/** Splits a text at http(s) addresses, which are at odd indexes, without punctuation of the sentence. */
export function splitAddresses(text: string): string[] {
  return text.split(ADDRESS);
}

/** Returns null if it is no address, or appears to lead to the name before its host. */
export function readAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.username || !/^([\w.-]+\.[\w-]+|localhost)$/.test(url.hostname) ? null : url;
  } catch {
    return null;
  }
}

/** Returns the app path of an address of this site; null for any other. */
export function pathInApp(url: URL, origin: string, edition: Edition): string | null {
  if (url.origin !== origin || !findScreen(url.pathname, edition)) return null;
  // Two leading slashes would make it another site's address.
  return url.href.slice(origin.length).replace(/^\/+/, '/');
}

/** Width of a line on a narrow phone, in full-width letters. */
const LINE_WIDTH = 20;
/** Maximum number of extra lines for which a text is still shown whole. */
const SPARE_LINES = 5;
/** Maximum letters by which the cut moves back to white space. */
const WORD_MAX = 40;

/** Returns the text with at most two empty lines in a row. */
export function squeezeBlankLines(text: string): string {
  let blank = 0;
  return text
    .split('\n')
    .filter((line) => {
      blank = isBlank(line) ? blank + 1 : 0;
      return blank <= 2;
    })
    .join('\n');
}

/** Returns the index of a line's start on a narrow phone, or the text's length. */
function findLine(text: string, line: number): number {
  let lines = 0;
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (lines === line) return index;
    width += text.charCodeAt(index) < 0x1100 ? 0.5 : 1;
    if (text[index] === '\n' || width >= LINE_WIDTH) {
      lines += 1;
      width = 0;
    }
  }
  return text.length;
}

/** Moves a cut to the start of a word, or at least of a letter. */
function toWord(text: string, cut: number): number {
  const word = /\s(\S*)$/.exec(text.slice(Math.max(0, cut - WORD_MAX), cut))?.[1];
  if (word !== undefined) return cut - word.length;
  let end = cut;
  while (/^[\p{M}\p{Cf}\p{Cs}]/u.test(text.slice(end, end + 2))) end += 1;
  return end;
}

/** Moves a cut out of an address: half an address leads to another page. */
function besideAddress(text: string, cut: number): number {
  let end = 0;
  for (const [place, piece] of splitAddresses(text).entries()) {
    const start = end;
    end += piece.length;
    if (place % 2 === 1 && start < cut && cut < end) return start || end;
  }
  return cut;
}

/** Splits a long text after about `lines` lines. The rest of a short text is empty. */
export function foldText(text: string, lines: number): [shown: string, rest: string] {
  if (findLine(text, lines + SPARE_LINES) === text.length) return [text, ''];
  const cut = besideAddress(text, toWord(text, findLine(text, lines)));
  return [text.slice(0, cut), text.slice(cut)];
}
