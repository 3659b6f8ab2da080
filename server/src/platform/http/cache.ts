import type { Access } from '@madang/contract/endpoint';
import { decodeSegment, matchSegments, splitPath } from '@madang/contract/screens';
import type { AnswerCache, OutgoingAnswer, SharedAnswer } from '../cache/answer-cache.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Exchange } from './request.ts';
import { type FreshMark, mayBeFresh, type SessionCookie } from './sessions.ts';

/** How many addresses of shared answers are remembered; the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;
/** The longest of them, in letters: the app's own are shorter, and all together take a few megabytes. */
const ADDRESS_MAX = 400;

/** What stands behind an address that was answered once: who may have it, and how it is made again. */
export interface CachedRoute {
  /** Method and template. */
  route: string;
  /** What is cached, by endpoint and valid parts of its address: one for all spellings, and whatever else stands there. */
  key: string;
  access: Access;
  fill: () => Promise<SharedAnswer>;
}

/** A call of an endpoint with a shared answer, by what stands in its address. @throws {ProblemError} what is wrong there. */
type ReadCall = (
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
) => CachedRoute;

/**
 * The pipeline's step for answers that are the same for everybody who may have them
 * (docs/architecture.md#cached-answers). It knows the addresses that were routed, validated and answered before: asked
 * for again, what may differ is the session and the mark of a fresh write, and these are looked at each time.
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

  /** Makes an endpoint's shared answers known to {@link read}; of two that fit an address the first one answers. */
  mount(template: string, read: ReadCall): void {
    const pattern = splitPath(template.replaceAll(/\{(\w+)\}/g, ':$1'));
    const names = pattern.filter((segment) => segment.startsWith(':')).map((name) => name.slice(1));
    this.#calls.push({ pattern, names, read });
  }

  /** What a request asks for, when its very address was answered before. */
  find({ method, target }: Exchange): CachedRoute | undefined {
    return method === 'GET' && target.length <= ADDRESS_MAX ? this.#routes.get(target) : undefined;
  }

  /**
   * Answers from the cache; false when nothing has been done: nothing is cached now, or the mark of a fresh write, an
   * unknown session or a repeated header has to be looked at more closely.
   */
  answerFromCache(exchange: Exchange, { route, access, key }: CachedRoute): boolean {
    const { cookie, repeated } = exchange.common;
    if (repeated || mayBeFresh(cookie)) return false;
    if (access === 'user') {
      const secret = this.#cookie.read(cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const cached = this.#cache.peek(key);
    if (!cached) return false;
    exchange.route = route;
    void send(exchange, cached)?.catch((error: unknown) => exchange.fail(error));
    return true;
  }

  /** Answers a request that passed every guard, through the cache, and remembers its address. */
  async answer(exchange: Exchange, route: CachedRoute): Promise<void> {
    const bypass = this.#fresh.isIn(exchange.common.cookie, exchange.session);
    const answer = await this.#cache.get(route.key, route.fill, bypass);
    this.#remember(exchange.target, route);
    await send(exchange, answer);
  }

  #remember(target: string, route: CachedRoute): void {
    if (target.length > ADDRESS_MAX) return;
    this.#routes.delete(target);
    this.#routes.set(target, route);
    if (this.#routes.size > ADDRESSES_MAX) this.#routes.delete(this.#routes.keys().next().value ?? '');
  }

  /**
   * What an address answers now, for anyone who may have it; undefined where there is no shared answer. `bypass`: reads again.
   *
   * @throws {ProblemError} what the address answers now.
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

/** Only a browser may keep it, and it asks each time: the session may be over. */
const ASKED_EACH_TIME = 'private, no-cache';

/** Sends an answer; what it returns is waited for when the answer must be compressed first. */
function send(exchange: Exchange, answer: OutgoingAnswer): Promise<void> | undefined {
  const { body, length, etag } = answer;
  const { ifNoneMatch, acceptEncoding } = exchange.common;
  if (etag !== null && isCurrent(ifNoneMatch, etag)) {
    exchange.send(304, { 'Cache-Control': ASKED_EACH_TIME, ETag: etag, Vary: 'Accept-Encoding' });
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
    exchange.send(200, headers, body);
    return undefined;
  }
  return compressed.then((small) => {
    headers['Content-Encoding'] = 'gzip';
    exchange.send(200, headers, small);
  });
}

/**
 * Whether what somebody has is still right: one of the tags in their If-None-Match names this answer. Compared weakly
 * (RFC 9110, 13.1.2), because a proxy that compresses again makes a strong tag weak; `*` is any answer that there is.
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

/** A comma may stand inside of a tag. */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

const opaqueOf = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag);

const PATTERNS = { br: patternOf('br'), gzip: patternOf('gzip') };

/** Whether an Accept-Encoding header names this encoding, and not as one of weight nought, which refuses it. */
export function accepts(header: string | null | undefined, encoding: keyof typeof PATTERNS): boolean {
  return header ? PATTERNS[encoding].test(header) : false;
}

function patternOf(name: string): RegExp {
  return new RegExp(`(?:^|[\\s,])${name}(?![^\\s,;])(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
}
