import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@madang/contract/endpoint';
import type { EncodedBytes, KeptAnswers, SharedAnswer } from '../kept/kept-answers.ts';
import type { Logger } from '../log/log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isFresh } from './fresh-cookie.ts';
import { logAnswer, problemAnswer } from './guards.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Addresses that are known to ask for a shared answer; the oldest is forgotten. */
const ADDRESSES_MAX = 10_000;

/** What an address asks for, once it has passed every guard. */
export interface Question {
  access: Access;
  fill: () => Promise<SharedAnswer>;
}

/** Status, headers and body of a shared answer. */
export type Answer = { headers: Record<string, string> } & (
  { status: 200; body: Buffer } | { status: 304; body: null }
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
  readonly #headers: Readonly<Record<string, string>>;
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
    this.#headers = parts.headers;
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
    const { url: address = '', method, headers } = incoming;
    if (method !== 'GET') return false;
    const question = this.#questions.get(address);
    if (!question || !this.#hosts.has(headers.host ?? '')) return false;
    if (question.access === 'student') {
      const secret = headers.cookie && this.#cookie.readFrom(headers.cookie);
      if (!secret || !this.#sessions.peek(secret)) return false;
    }
    const started = performance.now();
    const requestId = randomUUID();
    const finish = (status: number, own: Record<string, string>, body: Buffer | string | null) => {
      outgoing.writeHead(status, { ...this.#headers, 'X-Request-Id': requestId, ...own }).end(body);
      const [path = ''] = address.split('?', 1);
      logAnswer(this.#log, { requestId, method, path, status, started });
    };
    const wishes = { ifNoneMatch: headers['if-none-match'], acceptEncoding: headers['accept-encoding'] };
    const send = (answer: EncodedBytes) => {
      const encoded = encode(answer, wishes);
      if (encoded instanceof Promise) return encoded.then(finishAnswer);
      finishAnswer(encoded);
      return undefined;
    };
    const finishAnswer = (answer: Answer) => finish(answer.status, answer.headers, answer.body);
    const fail = (error: unknown) => {
      const problem = problemAnswer(error, requestId, this.#log);
      finish(problem.status, problem.headers, problem.body);
    };
    const past = isFresh(headers.cookie);
    const kept = past ? undefined : this.#kept.peek(address);
    if (kept) void send(kept);
    else this.#kept.ask(address, question.fill, past).then(send).catch(fail);
    return true;
  }
}

function encode(answer: EncodedBytes, wishes: Wishes): Answer | Promise<Answer> {
  const { bytes, etag } = answer;
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
  const compressed = wishes.acceptEncoding?.includes('gzip') ? answer.gzipped() : undefined;
  if (!compressed) {
    headers['Content-Length'] = String(bytes.length);
    return { status: 200, headers, body: bytes };
  }
  return compressed.then((body) => {
    headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = String(body.length);
    return { status: 200, headers, body };
  });
}
