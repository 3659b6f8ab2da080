import type { Access } from '@madang/contract/endpoint';
import type { AnswerCache, OutgoingAnswer, SharedAnswer } from '../cache/answer-cache.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accepts } from './accepted-encoding.ts';
import { isCurrent } from './entity-tag.ts';
import type { Exchange } from './exchange.ts';
import { mayBeFresh, type FreshMark } from './fresh-cookie.ts';
import type { Hosts } from './hosts.ts';
import type { SessionCookie } from './session-cookie.ts';

/** How many addresses of shared answers are remembered; the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;

/** What stands behind an address that was read once: who may have it, and how it is made anew. */
export interface CachedRoute {
  access: Access;
  fill: () => Promise<SharedAnswer>;
}

/** What a browser says beside the address. */
interface ConditionalHeaders {
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
}

/**
 * Answers that are the same for everybody who may have them (docs/architecture.md#cached-answers). An
 * address first takes the whole way; from then on requests for exactly the same address are answered at once: what
 * differs from one student to the next is only whether the host may be and the session lives, and that is asked
 * each time.
 */
export class CacheStep {
  readonly #cache: AnswerCache;
  readonly #sessions: Sessions;
  readonly #cookie: SessionCookie;
  readonly #hosts: Hosts;
  readonly #fresh: FreshMark;
  readonly #routes = new Map<string, CachedRoute>();

  constructor(dependencies: {
    cache: AnswerCache;
    sessions: Sessions;
    cookie: SessionCookie;
    hosts: Hosts;
    fresh: FreshMark;
  }) {
    this.#cache = dependencies.cache;
    this.#sessions = dependencies.sessions;
    this.#cookie = dependencies.cookie;
    this.#hosts = dependencies.hosts;
    this.#fresh = dependencies.fresh;
  }

  /** Answers a request that passed every guard, and remembers its address. */
  async answer(exchange: Exchange, route: CachedRoute): Promise<void> {
    const { url: address = '', headers } = exchange.incoming;
    const bypass = this.#fresh.isIn(headers.cookie, exchange.session);
    const answer = await this.#cache.get(address, route.fill, bypass);
    this.#routes.delete(address);
    this.#routes.set(address, route);
    if (this.#routes.size > ADDRESSES_MAX) this.#routes.delete(this.#routes.keys().next().value ?? '');
    await send(exchange, answer, {
      ifNoneMatch: headers['if-none-match'],
      acceptEncoding: exchange.header('accept-encoding'),
    });
  }

  /**
   * The JSON of an address that was answered before, for whoever may have it; undefined when it was not.
   * `bypass`: reads anew.
   *
   * @throws {ProblemError} what the address answers now.
   */
  async read(
    address: string,
    { student, bypass }: { student: boolean; bypass: boolean },
  ): Promise<string | undefined> {
    const route = this.#routes.get(address);
    if (!route || (route.access === 'student' && !student)) return undefined;
    return (await this.#cache.get(address, route.fill, bypass)).body.toString();
  }

  /**
   * Answers from the cache, without route, guards and schemas; false when nothing has been done. What must be read,
   * or may have to be because of a mark, goes the whole way, where a session waits its turn.
   */
  answerDirectly(exchange: Exchange): boolean {
    const { url: address = '', rawHeaders } = exchange.incoming;
    const route = exchange.method === 'GET' ? this.#routes.get(address) : undefined;
    if (!route) return false;
    const headers = readHeaders(rawHeaders);
    if (!headers || !this.#hosts.mayRead(headers.host)) return false;
    if (route.access === 'student') {
      const secret = this.#cookie.read(headers.cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const cached = mayBeFresh(headers.cookie) ? undefined : this.#cache.peek(address);
    if (!cached) return false;
    void send(exchange, cached, headers)?.catch((error: unknown) => exchange.fail(error));
    return true;
  }
}

interface RequestHeaders extends ConditionalHeaders {
  host: string;
  cookie: string;
}

/**
 * The headers that matter here, out of Node's flat list of names and values: the object of all of them is not
 * worth making. Undefined when one of them is there twice, which the pipeline knows how to read.
 */
function readHeaders(raw: readonly string[]): RequestHeaders | undefined {
  const found: Partial<Record<string, string>> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const known = name.toLowerCase();
    if (!WANTED.has(known)) continue;
    if (found[known] !== undefined) return undefined;
    found[known] = raw[index + 1];
  }
  return {
    host: found['host'] ?? '',
    cookie: found['cookie'] ?? '',
    ifNoneMatch: found['if-none-match'],
    acceptEncoding: found['accept-encoding'],
  };
}

const WANTED = new Set(['host', 'cookie', 'if-none-match', 'accept-encoding']);
const LENGTHS = new Set([...WANTED].map((name) => name.length));

/** Only a browser may keep it, and it asks each time: the session may be over. */
const ASKED_EACH_TIME = 'private, no-cache';

/** Sends an answer; what it returns is waited for when the answer must be compressed first. */
function send(
  exchange: Exchange,
  answer: OutgoingAnswer,
  asked: ConditionalHeaders,
): Promise<void> | undefined {
  const { body, length, etag } = answer;
  if (etag !== null && isCurrent(asked.ifNoneMatch, etag)) {
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
  const compressed = accepts(asked.acceptEncoding, 'gzip') ? answer.gzipped() : undefined;
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
