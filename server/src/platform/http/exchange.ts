import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import type { Logger } from '../log/log.ts';
import type { Session } from '../sessions/sessions.ts';
import { clientOf, isProxy } from './client-address.ts';
import { type CommonHeaders, readCommonHeaders } from './common-headers.ts';
import { describePath } from './describe-path.ts';
import { problemAnswer } from './problem-answer.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Hears when a request comes and when it is answered. */
export interface RequestMeter {
  begin(): void;
  /** `route` is a pattern, never an address. */
  end(route: string, status: number, seconds: number): void;
}

/** What all exchanges of a server have in common. */
export interface ExchangeSettings {
  headers: SecurityHeaders;
  /** Who may say for whom they ask. */
  proxies: BlockList | null;
  /** Whether connections come by a socket, which only a proxy of ours can open. */
  bySocket?: boolean;
  log: Logger;
  /** Hears of every answer with a fault of ours. */
  onFault?: () => void;
  /** Null where nothing is measured. */
  meter?: RequestMeter | null;
}

const processId = randomBytes(8).toString('hex');
let exchanges = 0;

/** What nginx calls a request (`$request_id`). */
const TOLD_ID = /^[0-9a-f]{32}$/;

/**
 * One request and its answer. Hono finds the route and reads the body; the answer is written to Node's response here,
 * because a web response for each makes a like three quarters dearer (decision 0021). Answered once, by {@link send},
 * {@link sendStream}, {@link begin} or {@link fail}.
 */
export class Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  /** What is asked for, as it was sent: path and query, or a whole address. */
  readonly target: string;
  /** As it was sent: nothing in it is decoded. */
  readonly path: string;
  /** What stands behind the question mark. */
  readonly search: string;
  /** The host that an absolute address names; null for the usual ones. */
  readonly authority: string | null;
  /** Set by the router where a route wants to know. */
  session: Session | null = null;
  /**
   * Refuses the request if its session has ended while its body was being sent. Set by the router.
   *
   * @throws {ProblemError} `session.required`.
   */
  requireSession: () => Promise<void> = async () => {};
  /** Method and template of the route that answers; `page` for pages and files, `none` where nothing is. */
  route = 'none';
  /** The name of the file that answers, which the log says. */
  file: string | undefined;
  /** At what level its line stands in the log. */
  logLevel: 'info' | 'debug' = 'info';
  readonly #settings: ExchangeSettings;
  readonly #number: number;
  #requestId: string | undefined;
  readonly #started = performance.now();
  #common: CommonHeaders | undefined;
  #more: string[] | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, settings: ExchangeSettings) {
    const { method = 'GET', url = '/' } = incoming;
    const absolute = url.startsWith('/') ? null : /^https?:\/\/([^/?#]*)(.*)/is.exec(url);
    const local = absolute ? (absolute[2] ?? '') : url;
    const mark = local.indexOf('?');
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.method = method;
    this.target = url;
    this.path = mark < 0 ? local : local.slice(0, mark);
    this.search = mark < 0 ? '' : local.slice(mark + 1);
    this.authority = absolute ? (absolute[1] ?? '') : null;
    exchanges += 1;
    this.#number = exchanges;
    this.#settings = settings;
    settings.meter?.begin();
  }

  /** In the log and in the answer: what a proxy of ours calls it, else the process and a number. */
  get requestId(): string {
    return (this.#requestId ??= this.#toldId() ?? `${processId}-${this.#number.toString(36)}`);
  }

  /** Whether it asks for something to be read only. */
  get reads(): boolean {
    return this.method === 'GET' || this.method === 'HEAD';
  }

  /** Whether it may ask for something to be changed. OPTIONS asks what one may ask: checks of proxies do. */
  get changes(): boolean {
    return !this.reads && this.method !== 'OPTIONS';
  }

  /** Whose request it is, as far as proxies that are trusted say. */
  get clientAddress(): string {
    const told = this.incoming.headers['x-forwarded-for']?.toString();
    return clientOf(this.#remote, told, this.#settings.proxies);
  }

  get #remote(): string | null {
    // Of a connection that has just ended there is no address either: only the settings say that there is none.
    return this.#settings.bySocket ? null : (this.incoming.socket.remoteAddress ?? '');
  }

  #toldId(): string | undefined {
    const told = this.common.requestId;
    if (told === undefined || !TOLD_ID.test(told)) return undefined;
    return isProxy(this.#remote, this.#settings.proxies) ? told : undefined;
  }

  /** The headers that every request is looked at for. */
  get common(): CommonHeaders {
    return (this.#common ??= readCommonHeaders(this.incoming));
  }

  /** A header of the request by its name in small letters. */
  header(name: string): string | undefined {
    return this.incoming.headers[name]?.toString();
  }

  /** The address's query; of a name that is there twice, the first. */
  query(): Record<string, string> {
    const found = Object.create(null) as Record<string, string>;
    if (this.search !== '')
      for (const [name, value] of new URLSearchParams(this.search)) found[name] ??= value;
    return found;
  }

  /** Adds a header to the answer, beside one of the same name. */
  addHeader(name: string, value: string): void {
    (this.#more ??= []).push(name, value);
  }

  /** Answers. Its length is the body's unless `headers` say it. */
  send(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | string | null = null,
  ): void {
    const { outgoing } = this;
    const list = this.#headersOf(headers);
    if (body !== null && headers['Content-Length'] === undefined)
      list.push('Content-Length', String(Buffer.byteLength(body)));
    outgoing.writeHead(status, list);
    if (body === null) outgoing.end();
    else outgoing.end(body);
    this.#logAnswer(status);
  }

  /** Answers 200 with a body that is still being made; when that fails, the connection is cut. */
  sendStream(headers: Readonly<Record<string, string>>, body: Readable): void {
    this.begin(headers);
    pipeline(body, this.outgoing, (error) => {
      const cutByReader = error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (error && !cutByReader)
        this.#settings.log.error({ requestId: this.requestId, error: error.message }, 'an answer broke off');
    });
  }

  /** Answers 200 with headers alone; anyone who calls writes the rest to Node's response. */
  begin(headers: Readonly<Record<string, string>>): void {
    this.outgoing.writeHead(200, this.#headersOf(headers));
    this.#logAnswer(200);
  }

  /** Answers with what went wrong; an answer that has begun is cut. */
  fail(error: unknown): void {
    const { status, headers, body } = problemAnswer(error, this.requestId, this.#settings.log);
    if (status >= 500) this.#settings.onFault?.();
    if (this.outgoing.headersSent) this.outgoing.destroy();
    else this.send(status, headers, body);
  }

  #headersOf(headers: Readonly<Record<string, string>>): string[] {
    const { page, data } = this.#settings.headers;
    const common = this.path.startsWith('/api/') ? data : page;
    const list = ['X-Request-Id', this.requestId];
    // A page that brings styles of its own says which.
    const skip = headers['Content-Security-Policy'] === undefined ? 0 : 2;
    for (let index = skip; index < common.length; index += 1) list.push(common[index] ?? '');
    if (this.#more) list.push(...this.#more);
    for (const name in headers) list.push(name, headers[name] ?? '');
    return list;
  }

  /** One line for each answer: what kind of address, never what stands in it, nor a query or a body. */
  #logAnswer(status: number): void {
    const { log, meter } = this.#settings;
    const { requestId, method, logLevel } = this;
    const logged = log.isLevelEnabled(logLevel);
    if (!logged && !meter) return;
    const milliseconds = performance.now() - this.#started;
    meter?.end(this.route, status, milliseconds / 1_000);
    if (!logged) return;
    const path = this.file ?? describePath(this.route, this.path);
    log[logLevel]({ requestId, method, path, status, milliseconds: Math.round(milliseconds) }, 'answered');
  }
}
