import { squashHangul } from '../search/rules.ts';
import { dropEnd } from '../text/rules.ts';

/** Addresses that are no links for `hasLink`: people of the university name them all the time. */
export interface OwnPlaces {
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
  /** The university's domain; what lies below it counts too. */
  domain: string;
}

/** Kinds of domains that are links without anything before them; others are, behind `https://` or `www.`. */
const KINDS =
  'com|net|org|kr|io|gg|me|ly|co|xyz|info|biz|app|dev|shop|site|online|store|link|club|top|tv|cc|ru|cn|jp|us';
/** Ends of file names; before a slash any other end of a name is a domain: `han.gl/abc`. */
const FILES = 'js|ts|tsx|jsx|md|py|java|txt|pdf|hwp|hwpx|png|jpg|jpeg|exe|zip|html|css|json|csv|c|cpp|h';
/** What stands in an address; another one that is glued to it is one of its own. */
const SIGN = String.raw`(?:(?!https?://)[^\s<>"'()[\]{}|,])`;
const LETTER = 'a-z0-9가-힣';
/** Each begins in one place only, or a long line without any would be gone through again from each of its letters. */
const LINK = new RegExp(
  String.raw`https?://${SIGN}+|(?<![a-z0-9])www\.[${LETTER}]${SIGN}*|` +
    String.raw`(?<![${LETTER}.@-])(?:[${LETTER}-]+\.)+(?:(?:${KINDS})(?![a-z0-9-])(?:[:/?#]${SIGN}*)?|(?!(?:${FILES})/)[a-z]{2,24}/[a-z0-9]${SIGN}*)`,
  'gu',
);

/**
 * Whether a text leads somewhere else: `http://`, `https://`, `www.`, or a bare domain of a well-known kind. It is read as
 * search reads it, so that capitals, wide letters and invisible signs hide nothing. Mail addresses are no links.
 *
 * @param before the text as it stood: what it led to already is not asked about again.
 */
export function hasLink(text: string, own: OwnPlaces | null = null, before = ''): boolean {
  const known = new Set(before === '' ? [] : findLinks(before));
  return findLinks(text).some((link) => !known.has(link) && !(own && isOwn(link, own)));
}

/** A Korean sentence that a word follows without a space, as in `갔어요.me too`: few domains are written so. */
const SENTENCE = /^[^/:]*[가-힣]\.(?!(?:com|net|org|kr)$)[a-z]+$/u;

/** Returns a folded text with each link replaced by a space. */
export function withoutLinks(text: string): string {
  return text.replaceAll(LINK, (link) => (SENTENCE.test(link) ? link : ' '));
}

function findLinks(text: string): string[] {
  const links = squashHangul(text).replaceAll('。', '.').match(LINK) ?? [];
  return links.filter((link) => !SENTENCE.test(link));
}

/** Read as a browser reads it; what a browser cannot read is not ours. */
function isOwn(link: string, { isOwnHost, domain }: OwnPlaces): boolean {
  // A particle and the end of a sentence stand right behind an address in Korean.
  const sentence = dropEnd(link, (sign) => '.!?~;:…'.includes(sign));
  const address = dropEnd(sentence, (sign) => sign >= '가' && sign <= '힣');
  try {
    const { host, hostname } = new URL(/^https?:/u.test(address) ? address : `http://${address}`);
    return isOwnHost(host) || hostname === domain || hostname.endsWith(`.${domain}`);
  } catch {
    return false;
  }
}
