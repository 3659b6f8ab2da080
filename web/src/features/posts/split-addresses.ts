import type { Edition } from '@madang/contract/campus/rules';
import { findScreen } from '@madang/contract/screens';

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
