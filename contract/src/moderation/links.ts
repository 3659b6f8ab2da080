import { squashHangul } from '../search/rules.ts';
import { dropEnd } from '../text/rules.ts';

/** Addresses that `hasLink` ignores, as members of the university mention them often. */
export interface OwnPlaces {
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
  /** University domain, including its sub-domains. */
  domain: string;
}

/** Top-level domains that are links without prefix. */
const KINDS =
  'com|net|org|kr|io|gg|me|ly|co|xyz|info|biz|app|dev|shop|site|online|store|link|club|top|tv|cc|ru|cn|jp|us';
/** File extensions; before a slash, any other extension is a domain: `han.gl/abc`. */
const FILES = 'js|ts|tsx|jsx|md|py|java|txt|pdf|hwp|hwpx|png|jpg|jpeg|exe|zip|html|css|json|csv|c|cpp|h';
/** A character of an address, except where another address starts. */
const SIGN = String.raw`(?:(?!https?://)[^\s<>"'()[\]{}|,])`;
const LETTER = 'a-z0-9가-힣';
/** Each alternative has one start position: scanning stays linear. */
const LINK = new RegExp(
  String.raw`https?://${SIGN}+|(?<![a-z0-9])www\.[${LETTER}]${SIGN}*|` +
    String.raw`(?<![${LETTER}.@-])(?:[${LETTER}-]+\.)+(?:(?:${KINDS})(?![a-z0-9-])(?:[:/?#]${SIGN}*)?|(?!(?:${FILES})/)[a-z]{2,24}/[a-z0-9]${SIGN}*)`,
  'gu',
);

/**
 * Whether a text has a link, including a bare well-known domain. Ignores case, width, invisible characters and mail
 * addresses.
 *
 * @param before the previous text, whose links are ignored.
 */
export function hasLink(text: string, own: OwnPlaces | null = null, before = ''): boolean {
  const known = new Set(before === '' ? [] : findLinks(before));
  return findLinks(text).some((link) => !known.has(link) && !(own && isOwn(link, own)));
}

/** Korean sentence and word without space, as in `갔어요.me too`: rarely a domain. */
const SENTENCE = /^[^/:]*[가-힣]\.(?!(?:com|net|org|kr)$)[a-z]+$/u;

/** Returns a folded text with each link replaced by a space. */
export function withoutLinks(text: string): string {
  return text.replaceAll(LINK, (link) => (SENTENCE.test(link) ? link : ' '));
}

function findLinks(text: string): string[] {
  const links = squashHangul(text).replaceAll('。', '.').match(LINK) ?? [];
  return links.filter((link) => !SENTENCE.test(link));
}

/** Parses a link as browsers do; invalid ones are not ours. */
function isOwn(link: string, { isOwnHost, domain }: OwnPlaces): boolean {
  // Korean particles and punctuation directly follow an address.
  const sentence = dropEnd(link, (sign) => '.!?~;:…'.includes(sign));
  const address = dropEnd(sentence, (sign) => sign >= '가' && sign <= '힣');
  try {
    const { host, hostname } = new URL(/^https?:/u.test(address) ? address : `http://${address}`);
    return isOwnHost(host) || hostname === domain || hostname.endsWith(`.${domain}`);
  } catch {
    return false;
  }
}
