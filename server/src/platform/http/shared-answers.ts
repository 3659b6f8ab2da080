import type { Access } from '@madang/contract/endpoint';
import type { OutgoingAnswer, KeptAnswers, SharedAnswer } from '../kept/kept-answers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accepts } from './accepted-encoding.ts';
import { isCurrent } from './entity-tag.ts';
import type { Exchange } from './exchange.ts';
import { mayBeFresh, type FreshMark } from './fresh-cookie.ts';
import type { Hosts } from './hosts.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Addresses that are known to ask for a shared answer; the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;

/** What an address asks for, once it has passed every guard. */
export interface Question {
  access: Access;
  fill: () => Promise<SharedAnswer>;
}

/** What a browser says beside the address. */
interface Wishes {
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
}

/**
 * Answers that are the same for everybody who may have them (docs/architecture.md#answers-kept-in-memory). An
 * address first takes the whole way; from then on requests for exactly the same address are answered at once: what
 * differs from one student to the next is only whether the host may be and the session lives, and that is asked
 * each time.
 */
export class SharedAnswers {
  readonly #kept: KeptAnswers;
  readonly #sessions: Sessions;
  readonly #cookie: SessionCookie;
  readonly #hosts: Hosts;
  readonly #fresh: FreshMark;
  readonly #questions = new Map<string, Question>();

  constructor(parts: {
    kept: KeptAnswers;
    sessions: Sessions;
    cookie: SessionCookie;
    hosts: Hosts;
    fresh: FreshMark;
  }) {
    this.#kept = parts.kept;
    this.#sessions = parts.sessions;
    this.#cookie = parts.cookie;
    this.#hosts = parts.hosts;
    this.#fresh = parts.fresh;
  }

  /** Answers a question that passed every guard, and remembers its address. */
  async answer(exchange: Exchange, question: Question): Promise<void> {
    const { url: address = '', headers } = exchange.incoming;
    const past = this.#fresh.isIn(headers.cookie, exchange.session);
    const answer = await this.#kept.ask(address, question.fill, past);
    this.#questions.delete(address);
    this.#questions.set(address, question);
    if (this.#questions.size > ADDRESSES_MAX)
      this.#questions.delete(this.#questions.keys().next().value ?? '');
    await send(exchange, answer, {
      ifNoneMatch: headers['if-none-match'],
      acceptEncoding: exchange.header('accept-encoding'),
    });
  }

  /**
   * The JSON of an address that took the whole way before, for whoever may have it; undefined when it has not.
   * `past`: goes past what is kept.
   *
   * @throws {ProblemError} what the question says now.
   */
  async recall(
    address: string,
    { student, past }: { student: boolean; past: boolean },
  ): Promise<string | undefined> {
    const question = this.#questions.get(address);
    if (!question || (question.access === 'student' && !student)) return undefined;
    return (await this.#kept.ask(address, question.fill, past)).body.toString();
  }

  /**
   * Answers with what is kept, without route, guards and schemas; false when nothing has been done. What must be read,
   * or may have to be because of a mark, goes the whole way, where a session waits its turn.
   */
  answerDirectly(exchange: Exchange): boolean {
    const { url: address = '', rawHeaders } = exchange.incoming;
    const question = exchange.method === 'GET' ? this.#questions.get(address) : undefined;
    if (!question) return false;
    const headers = readHeaders(rawHeaders);
    if (!headers || !this.#hosts.mayRead(headers.host)) return false;
    if (question.access === 'student') {
      const secret = this.#cookie.read(headers.cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const kept = mayBeFresh(headers.cookie) ? undefined : this.#kept.peek(address);
    if (!kept) return false;
    void send(exchange, kept, headers)?.catch((error: unknown) => exchange.fail(error));
    return true;
  }
}

interface AskedHeaders extends Wishes {
  host: string;
  cookie: string;
}

/**
 * The headers that matter here, out of Node's flat list of names and values: the object of all of them is not
 * worth making. Undefined when one of them is there twice, which the pipeline knows how to read.
 */
function readHeaders(raw: readonly string[]): AskedHeaders | undefined {
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
function send(exchange: Exchange, answer: OutgoingAnswer, wishes: Wishes): Promise<void> | undefined {
  const { body, length, etag } = answer;
  if (etag !== null && isCurrent(wishes.ifNoneMatch, etag)) {
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
  const compressed = accepts(wishes.acceptEncoding, 'gzip') ? answer.gzipped() : undefined;
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
