import type { Access } from '@madang/contract/endpoint';
import { decodeSegment, matchSegments, splitPath } from '@madang/contract/screens';
import type { AnswerCache, OutgoingAnswer, SharedAnswer } from './answer-cache.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { RequestContext } from './request.ts';
import { type FreshMark, mayBeFresh, type SessionCookie } from './sessions.ts';

/** Maximum cached addresses of shared answers; the oldest is evicted. */
const ADDRESSES_MAX = 10_000;
/** Maximum length of an address, above the app's own; bounds memory. */
const ADDRESS_MAX = 400;

/** Route of an answered address: access rule, and how to refill it. */
export interface CachedRoute {
  route: string;
  /** Cache key of endpoint and parsed parameters, shared by all spellings. */
  key: string;
  access: Access;
  fill: () => Promise<SharedAnswer>;
}

/**
 * Parses a call of an endpoint with a shared answer.
 *
 * @throws {ProblemError} on invalid parameters.
 */
type ReadCall = (
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
) => CachedRoute;

/**
 * Cache middleware for shared answers (docs/architecture.md#cached-answers). Stores validated addresses; requests only
 * check session and write mark.
 */
export class CacheStep {
  readonly #cache: AnswerCache;
  readonly #sessions: Sessions;
  readonly #cookie: SessionCookie;
  readonly #fresh: FreshMark;
  readonly #routes = new Map<string, CachedRoute>();
  readonly #calls: { pattern: readonly string[]; names: readonly string[]; read: ReadCall }[] = [];

  constructor(dependencies: {
    cache: AnswerCache;
    sessions: Sessions;
    cookie: SessionCookie;
    fresh: FreshMark;
  }) {
    this.#cache = dependencies.cache;
    this.#sessions = dependencies.sessions;
    this.#cookie = dependencies.cookie;
    this.#fresh = dependencies.fresh;
  }

  /** Registers an endpoint's shared answers; the first match answers. */
  mount(template: string, read: ReadCall): void {
    const pattern = splitPath(template.replaceAll(/\{(\w+)\}/g, ':$1'));
    const names = pattern.filter((segment) => segment.startsWith(':')).map((name) => name.slice(1));
    this.#calls.push({ pattern, names, read });
  }

  /** Returns the route of a previously answered address. */
  find({ method, target }: RequestContext): CachedRoute | undefined {
    return method === 'GET' && target.length <= ADDRESS_MAX ? this.#routes.get(target) : undefined;
  }

  /**
   * Answers from the cache. False without an answer: nothing cached, a recent write, an unknown session or a repeated
   * header.
   */
  answerFromCache(request: RequestContext, { route, access, key }: CachedRoute): boolean {
    const { cookie, repeated } = request.common;
    if (repeated || mayBeFresh(cookie)) return false;
    if (access === 'user') {
      const secret = this.#cookie.read(cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const cached = this.#cache.peek(key);
    if (!cached) return false;
    request.route = route;
    void send(request, cached)?.catch((error: unknown) => request.fail(error));
    return true;
  }

  /** Answers a checked request through the cache, and stores its address. */
  async answer(request: RequestContext, route: CachedRoute): Promise<void> {
    const bypass = this.#fresh.isIn(request.common.cookie, request.session);
    const answer = await this.#cache.get(route.key, route.fill, bypass);
    this.#remember(request.target, route);
    await send(request, answer);
  }

  #remember(target: string, route: CachedRoute): void {
    if (target.length > ADDRESS_MAX) return;
    this.#routes.delete(target);
    this.#routes.set(target, route);
    if (this.#routes.size > ADDRESSES_MAX) this.#routes.delete(this.#routes.keys().next().value ?? '');
  }

  /**
   * Returns the current answer for a permitted user; undefined without a shared one. `bypass`: reads again.
   *
   * @throws {ProblemError} the current error of the address.
   */
  async read(
    address: string,
    { signedIn, bypass }: { signedIn: boolean; bypass: boolean },
  ): Promise<OutgoingAnswer | undefined> {
    const route = this.#routes.get(address) ?? this.#findCall(address);
    if (!route || (route.access === 'user' && !signedIn)) return undefined;
    return this.#cache.get(route.key, route.fill, bypass);
  }

  #findCall(address: string): CachedRoute | undefined {
    const [path = '', search = ''] = address.split('?');
    const segments = splitPath(path).map(decodeSegment);
    for (const { pattern, names, read } of this.#calls) {
      const values = matchSegments(pattern, segments);
      if (!values) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      return read(params, Object.fromEntries(new URLSearchParams(search)));
    }
    return undefined;
  }
}

/** Only browsers may store it, revalidating each time: sessions end. */
const ASKED_EACH_TIME = 'private, no-cache';

/** Sends an answer; returns a promise only for compression. */
function send(request: RequestContext, answer: OutgoingAnswer): Promise<void> | undefined {
  const { body, length, etag } = answer;
  const { ifNoneMatch, acceptEncoding } = request.common;
  if (etag !== null && isCurrent(ifNoneMatch, etag)) {
    request.send(304, { 'Cache-Control': ASKED_EACH_TIME, ETag: etag, Vary: 'Accept-Encoding' });
    return undefined;
  }
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Cache-Control': etag === null ? 'no-store' : ASKED_EACH_TIME,
  };
  if (etag !== null) {
    headers['ETag'] = etag;
    headers['Vary'] = 'Accept-Encoding';
  }
  const compressed = accepts(acceptEncoding, 'gzip') ? answer.gzipped() : undefined;
  if (!compressed) {
    headers['Content-Length'] = String(length);
    request.send(200, headers, body);
    return undefined;
  }
  return compressed.then((small) => {
    headers['Content-Encoding'] = 'gzip';
    request.send(200, headers, small);
  });
}

/**
 * Whether If-None-Match matches, weakly (RFC 9110, 13.1.2), because compressing proxies weaken tags; `*` matches any.
 *
 * @param etag of the answer, weak or strong.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = opaqueOf(etag);
  for (const [, tag] of ifNoneMatch.matchAll(TAGS)) if (tag === opaque) return true;
  return false;
}

/** A tag may contain a comma. */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

const opaqueOf = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag);

const PATTERNS = { br: patternOf('br'), gzip: patternOf('gzip') };

/** Whether an Accept-Encoding header includes this encoding with non-zero weight. */
export function accepts(header: string | null | undefined, encoding: keyof typeof PATTERNS): boolean {
  return header ? PATTERNS[encoding].test(header) : false;
}

function patternOf(name: string): RegExp {
  return new RegExp(`(?:^|[\\s,])${name}(?![^\\s,;])(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
}
