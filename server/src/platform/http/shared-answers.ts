import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@madang/contract/endpoint';
import type { OutgoingAnswer, KeptAnswers, SharedAnswer } from '../kept/kept-answers.ts';
import type { Logger } from '../log/log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accepts } from './accepted-encoding.ts';
import { isFresh } from './fresh-cookie.ts';
import { logAnswer, makeRequestId, problemAnswer } from './guards.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Addresses that are known to ask for a shared answer; the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;

/** What an address asks for, once it has passed every guard. */
export interface Question {
  access: Access;
  /** What the log calls it: addresses that are written otherwise may mean the same. */
  path: string;
  fill: () => Promise<SharedAnswer>;
}

/** Status, headers and body of a shared answer. */
export type Answer = { headers: Record<string, string> } & (
  { status: 200; body: Buffer | string } | { status: 304; body: null }
);

/** What a browser says beside the address. */
interface Wishes {
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
}

/**
 * Answers that are the same for everybody who may have them [architecture, "Answers kept in memory"]. An
 * address is first taken through the whole pipeline; from then on requests for exactly the same address are
 * answered straight on Node's request: what differs from one student to the next is only whether the host is
 * ours and the session lives, and that is asked each time.
 */
export class SharedAnswers {
  readonly #kept: KeptAnswers;
  readonly #sessions: Sessions;
  readonly #cookie: SessionCookie;
  readonly #hosts: ReadonlySet<string>;
  readonly #headers: readonly string[];
  readonly #log: Logger;
  readonly #questions = new Map<string, Question>();

  constructor(parts: {
    kept: KeptAnswers;
    sessions: Sessions;
    cookie: SessionCookie;
    hosts: ReadonlySet<string>;
    /** Headers of every answer. */
    headers: Readonly<Record<string, string>>;
    log: Logger;
  }) {
    this.#kept = parts.kept;
    this.#sessions = parts.sessions;
    this.#cookie = parts.cookie;
    this.#hosts = parts.hosts;
    this.#headers = Object.entries(parts.headers).flat();
    this.#log = parts.log;
  }

  /** Answers a question that came through the pipeline, and remembers its address. */
  async answer(
    address: string,
    question: Question,
    headers: { cookie: string | undefined } & Wishes,
  ): Promise<Answer> {
    const answer = await this.#kept.ask(address, question.fill, isFresh(headers.cookie));
    this.#questions.delete(address);
    this.#questions.set(address, question);
    if (this.#questions.size > ADDRESSES_MAX)
      this.#questions.delete(this.#questions.keys().next().value ?? '');
    return encode(answer, headers);
  }

  /** Answers the request if it can be done without the pipeline; false when it has not been touched. */
  answerDirectly(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { url: address = '', method } = incoming;
    const question = method === 'GET' ? this.#questions.get(address) : undefined;
    if (!question) return false;
    const headers = readHeaders(incoming.rawHeaders);
    if (!headers || !this.#hosts.has(headers.host)) return false;
    if (question.access === 'student') {
      const secret = this.#cookie.readFrom(headers.cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const reply = new Reply(outgoing, this.#headers, this.#log, question.path);
    const past = isFresh(headers.cookie);
    const kept = past ? undefined : this.#kept.peek(address);
    if (kept) reply.send(kept, headers);
    else
      this.#kept
        .ask(address, question.fill, past)
        .then((answer) => reply.send(answer, headers))
        .catch((error: unknown) => reply.fail(error));
    return true;
  }
}

/** One answer on its way straight to Node's response. */
class Reply {
  readonly #outgoing: ServerResponse;
  readonly #headers: readonly string[];
  readonly #log: Logger;
  readonly #path: string;
  readonly #started = performance.now();
  readonly #requestId = makeRequestId();

  constructor(outgoing: ServerResponse, headers: readonly string[], log: Logger, path: string) {
    this.#outgoing = outgoing;
    this.#headers = headers;
    this.#log = log;
    this.#path = path;
  }

  send(answer: OutgoingAnswer, wishes: Wishes): void {
    const encoded = encode(answer, wishes);
    if (!(encoded instanceof Promise)) this.#finish(encoded.status, encoded.headers, encoded.body);
    else
      encoded
        .then(({ status, headers, body }) => this.#finish(status, headers, body))
        .catch((error: unknown) => this.fail(error));
  }

  fail(error: unknown): void {
    const { status, headers, body } = problemAnswer(error, this.#requestId, this.#log);
    this.#finish(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body);
  }

  #finish(status: number, headers: Readonly<Record<string, string>>, body: Buffer | string | null): void {
    // A flat list is written as it is; an object would be copied and looked through once more.
    const list = [...this.#headers, 'X-Request-Id', this.#requestId];
    for (const name in headers) list.push(name, headers[name] ?? '');
    this.#outgoing.writeHead(status, list).end(body);
    logAnswer(this.#log, {
      requestId: this.#requestId,
      method: 'GET',
      path: this.#path,
      status,
      started: this.#started,
    });
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

function encode(answer: OutgoingAnswer, wishes: Wishes): Answer | Promise<Answer> {
  const { body, length, etag } = answer;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    // Only a browser may keep it, and it asks each time: the session may be over.
    'Cache-Control': etag === null ? 'no-store' : 'private, no-cache',
  };
  if (etag !== null) {
    headers['ETag'] = etag;
    headers['Vary'] = 'Accept-Encoding';
    if (wishes.ifNoneMatch === etag) return { status: 304, headers, body: null };
  }
  const compressed = accepts(wishes.acceptEncoding, 'gzip') ? answer.gzipped() : undefined;
  if (!compressed) {
    headers['Content-Length'] = String(length);
    return { status: 200, headers, body };
  }
  return compressed.then((small) => {
    headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = String(small.length);
    return { status: 200, headers, body: small };
  });
}
