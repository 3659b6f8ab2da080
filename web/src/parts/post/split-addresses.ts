import type { Edition } from '@madang/contract/campus/rules';
import { findScreen } from '@madang/contract/screens';

/**
 * `\p{Lo}` are letters of scripts without capitals, as Hangul. They may begin a part of a path, unless they are nothing but a
 * particle; behind a letter or a digit the sentence goes on with them, but not behind an encoded sign. Punctuation belongs to an
 * address only where that goes on behind it, and brackets only as a pair: with Hangul in them behind `_` or `/` alone, as those of
 * an encyclopedia.
 */
const ADDRESS =
  /\b(https?:\/\/(?=[\p{L}\d])(?:\p{Lo}+\.(?:한국|(?=[a-z])))?(?:[.,;:!?'*~]*(?:(?!\p{Lo})[\p{L}\d]|[_/]\([\p{L}\d_]*\)|(?:%\w\w|[/#=&%+$@_-])(?:(?!(?:에서?|으?로|[은는이가을를]|입니다)(?!\p{Lo}))\p{Lo}+)?|\([\w%.=-]*\)))*)/iu;

/**
 * Cuts a text at what looks like http(s) addresses: at even places stands text, at odd ones what a reader would take for an
 * address, without what the sentence puts around or behind it.
 */
export function splitAddresses(text: string): string[] {
  return text.split(ADDRESS);
}

/** Null where it is no address, or seems to lead to the name before its host. */
export function readAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.username || !/^([\w.-]+\.[\w-]+|localhost)$/.test(url.hostname) ? null : url;
  } catch {
    return null;
  }
}

/** Where in the app an address of the own site leads; null for any other. */
export function pathInApp(url: URL, origin: string, edition: Edition): string | null {
  if (url.origin !== origin || !findScreen(url.pathname, edition)) return null;
  // With two slashes before it, it would be another site's address.
  return url.href.slice(origin.length).replace(/^\/+/, '/');
}
