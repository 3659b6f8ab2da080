import type { FieldCode } from '../errors.ts';
import { countCodePoints, dropEnd, isBlank, normalizeForm } from '../text/rules.ts';

/** Grounds of a rights request, in the order of the form. */
export const RIGHTS_GROUNDS = ['privacy', 'defamation', 'portrait', 'copyright', 'other'] as const;
export type RightsGround = (typeof RIGHTS_GROUNDS)[number];

/** Hours until a request is confirmed, then until an operator declines it. */
export const CONFIRM_HOURS = 24;
export const DECLINE_HOURS = 24;

/** Minutes that an unconfirmed request counts toward its mailbox and post. */
export const UNCONFIRMED_MINUTES = 60;

/** Maximum days that a request hides content automatically (정보통신망법 제44조의2). */
export const RIGHTS_HIDDEN_DAYS = 30;

/**
 * Maximum open requests of a mailbox, waiting requests about a post, and those of a network address that hide
 * automatically.
 */
export const OPEN_REQUESTS = 3;

/** Confirmed requests a day; further ones hide nothing and wait for a person. */
export const REQUESTS_A_DAY = 20;

/** Days after its confirmation until a request is made anonymous. */
export const REQUEST_KEPT_DAYS = 365;

export const RIGHTS_REASON_MAX = 2_000;
/** No browser address of a post is longer. */
export const POST_ADDRESS_MAX = 1_500;

export interface RequestedAddress {
  /** Displayed form: `/post/ID` or `/hotpost/ID`. */
  path: string;
  kind: 'post' | 'hot';
  id: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Characters that pasting adds around an address. */
const BEFORE = /^[<("'[「『]+/;
const BEHIND = '>)"\'].,;!」』';
const INVISIBLE = /[\s\p{Cf}\p{Cc}]+/gu;

/**
 * Parses a pasted post address: with or without `https://`, a path, or an id.
 *
 * @param isOwn whether a host, with its port, is this site's.
 * @returns the address, or why it is rejected: `address.foreign` for another site.
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

/** Returns the path after this site's name; null for another site. */
function pathOf(text: string, isOwn: (host: string) => boolean): string | null {
  if (UUID.test(text.toLowerCase())) return `/post/${text}`;
  const [, scheme, host = '', path = ''] = /^(https?:)?\/\/+([^/?#]*)(.*)/is.exec(text) ?? [];
  if (scheme !== undefined || host !== '') return isOwn(host.toLowerCase()) ? path : null;
  if (/^\/?(?:hot)?post\//i.test(text) || text.startsWith('/')) return text;
  const [first = ''] = text.split(/[/?#]/);
  if (isOwn(first.toLowerCase())) return text.slice(first.length);
  // `example.com/post/…` names another site; `free words` name none.
  return first.includes('.') ? null : text;
}

/** Returns why the address of a request is rejected, or null. */
export function postAddressProblem(given: string, isOwn: (host: string) => boolean): FieldCode | null {
  const address = parsePostAddress(given, isOwn);
  return typeof address === 'string' ? address : null;
}

/** Returns why the reason of a request is rejected, or null. */
export function rightsReasonProblem(reason: string): FieldCode | null {
  if (isBlank(reason)) return 'required';
  return countCodePoints(reason) > RIGHTS_REASON_MAX ? 'tooLong' : null;
}

/** Facts that prevent automatic hiding, regardless of time. */
export interface RequestCircumstances {
  /** True if it arrived after the daily maximum. */
  byPeople: boolean;
  /** True if the operator wrote the target. */
  byOperator: boolean;
  /** True after a declined or expired request on this ground: thirty days maximum. */
  settledBefore: boolean;
}

/** Whether a request not declined in time hides its target [MO-12]. */
export function hidesByItself({ byPeople, byOperator, settledBefore }: RequestCircumstances): boolean {
  return !byPeople && !byOperator && !settledBefore;
}
