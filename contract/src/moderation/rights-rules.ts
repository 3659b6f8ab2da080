import type { FieldCode } from '../errors.ts';
import { countCodePoints, dropEnd, isBlank, normalizeForm } from '../text/rules.ts';

/** Which right of theirs somebody says is hurt, in the order in which they are asked. */
export const RIGHTS_GROUNDS = ['privacy', 'defamation', 'portrait', 'copyright', 'other'] as const;
export type RightsGround = (typeof RIGHTS_GROUNDS)[number];

/** For so many hours a request waits for its confirmation, and then for somebody to decline it. */
export const CONFIRM_HOURS = 24;
export const DECLINE_HOURS = 24;

/** For so many minutes a request that nobody confirmed counts among those of its mailbox about its post. */
export const UNCONFIRMED_MINUTES = 60;

/** A request hides something by itself for so many days at most (정보통신망법 제44조의2). */
export const RIGHTS_HIDDEN_DAYS = 30;

/**
 * So many requests of one mailbox may be open, and so many wait about one post. From one address of the network so many that wait hide
 * by themselves.
 */
export const OPEN_REQUESTS = 3;

/** From so many confirmed requests within a day on, the rest hide nothing by themselves: they wait for people. */
export const REQUESTS_A_DAY = 20;

/** So many days after its confirmation nobody is named in a request any more. */
export const REQUEST_KEPT_DAYS = 365;

export const RIGHTS_REASON_MAX = 2_000;
/** No address that a browser shows of a post is longer. */
export const POST_ADDRESS_MAX = 1_500;

/** What a request is about: the address as a path, and where it leads. */
export interface RequestedAddress {
  /** As it is shown again: `/post/ID` or `/hotpost/ID`. */
  path: string;
  kind: 'post' | 'hot';
  id: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What pasting brings along before and behind an address, and never belongs to one. */
const BEFORE = /^[<("'[「『]+/;
const BEHIND = '>)"\'].,;!」』';
const INVISIBLE = /[\s\p{Cf}\p{Cc}]+/gu;

/**
 * Reads the address of a post as people paste it: whole, without `https://`, a path, or the id alone; full-width letters,
 * spaces and quotes around it make no difference.
 *
 * @param isOwn whether a host, with its port, is this site's.
 * @returns the address, or why it is none: `address.foreign` for another site.
 */
export function parsePostAddress(
  given: string,
  isOwn: (host: string) => boolean,
): RequestedAddress | FieldCode {
  const bare = normalizeForm(given, 'NFKC').replaceAll(INVISIBLE, '').replace(BEFORE, '');
  const text = dropEnd(bare, (sign) => BEHIND.includes(sign));
  if (text === '') return 'required';
  const path = pathOf(text, isOwn);
  if (path === null) return 'address.foreign';
  const [kind, id, ...rest] = path.split(/[?#]/)[0]?.toLowerCase().split('/').filter(Boolean) ?? [];
  if ((kind !== 'post' && kind !== 'hotpost') || !id || !UUID.test(id) || rest.length > 0) return 'invalid';
  return { path: `/${kind}/${id}`, kind: kind === 'post' ? 'post' : 'hot', id };
}

/** The path behind this site's name, with what follows it; null where another site is named. */
function pathOf(text: string, isOwn: (host: string) => boolean): string | null {
  if (UUID.test(text.toLowerCase())) return `/post/${text}`;
  const [, scheme, host = '', path = ''] = /^(https?:)?\/\/+([^/?#]*)(.*)/is.exec(text) ?? [];
  if (scheme !== undefined || host !== '') return isOwn(host.toLowerCase()) ? path : null;
  if (/^\/?(?:hot)?post\//i.test(text) || text.startsWith('/')) return text;
  const [first = ''] = text.split(/[/?#]/);
  if (isOwn(first.toLowerCase())) return text.slice(first.length);
  // `example.com/post/…` names another site, `free words` name nothing.
  return first.includes('.') ? null : text;
}

/** Why the address of a request is refused, or null. */
export function postAddressProblem(given: string, isOwn: (host: string) => boolean): FieldCode | null {
  const address = parsePostAddress(given, isOwn);
  return typeof address === 'string' ? address : null;
}

/** Why the reason of a request is refused, or null. */
export function rightsReasonProblem(reason: string): FieldCode | null {
  if (isBlank(reason)) return 'required';
  return countCodePoints(reason) > RIGHTS_REASON_MAX ? 'tooLong' : null;
}

/** What hides nothing by itself, however long nobody decides. */
export interface RequestCircumstances {
  /** It came when there were enough of a day. */
  byPeople: boolean;
  /** The operator wrote what it is about. */
  byOperator: boolean;
  /** The same was asked for the same ground before, and declined or hidden for its time: thirty days are thirty days. */
  settledBefore: boolean;
}

/** Whether a request that nobody declined in time hides what it is about [MO-12]. */
export function hidesByItself({ byPeople, byOperator, settledBefore }: RequestCircumstances): boolean {
  return !byPeople && !byOperator && !settledBefore;
}
