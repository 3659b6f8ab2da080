import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { problemStatus } from '@madang/contract/errors';
import { findScreen } from '@madang/contract/screens';
import { DatabaseError } from '../database/database.ts';
import { ImageStoreError } from '../images/image-store.ts';
import type { Logger } from '../log/log.ts';
import type { Session } from '../sessions/sessions.ts';
import { describeProblem, ProblemError } from './problem.ts';

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

/** Which proxies may say for whom they ask, from addresses and networks such as `10.0.0.0/8`; null for none. */
export function trustProxies(networks: readonly string[]): BlockList | null {
  if (networks.length === 0) return null;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return trusted;
}

/** True for an IP address, or a network of such addresses with its number of bits. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    most >= 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/**
 * Whom a request counts for [SF-03]: the nearest address that is no trusted proxy. X-Forwarded-For is read
 * from its end, where our own proxies wrote; what a stranger put in front of it is nobody's word. One IPv6
 * /64 is one client: that is what a household gets. `remote` is null for a connection by a socket, whose other end is a
 * proxy of ours.
 */
export function clientOf(
  remote: string | null,
  forwardedFor: string | undefined,
  trusted: BlockList | null,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
  let client = remote === null ? '' : plain(remote);
  while ((remote === null && client === '') || isTrusted(client, trusted)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return isIPv6(client) ? networkOf(client) : client;
}

/** Whether who connects is a proxy whose word counts. */
export function isProxy(remote: string | null, trusted: BlockList | null): boolean {
  return remote === null || isTrusted(plain(remote), trusted);
}

/** Without what an address may be dressed in: an IPv4 one as IPv6, a zone, a port. */
function plain(address: string): string {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const [unzoned = ''] = bare.split('%', 1);
  return unzoned.replace(/^::ffff:(?=\d+\.)/i, '');
}

function isTrusted(address: string, trusted: BlockList | null): boolean {
  if (!trusted) return false;
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** An answer that says what went wrong. */
interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The one place where a failure becomes an answer: a known problem as it is, anything else as 500 or 503. */
export function problemAnswer(error: unknown, requestId: string, log: Logger): ProblemAnswer {
  const problem = toProblem(error);
  const status = problemStatus[problem.code];
  if (problem.code === 'server.unavailable') noteUnavailable(error, requestId, log);
  else if (status >= 500) log.error({ requestId, error: describeError(error) }, problem.code);
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  };
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  if (problem.allowed.length > 0) headers['Allow'] = problem.allowed.join(', ');
  return { status, headers, body: JSON.stringify(describeProblem(problem, requestId)) };
}

/** For so long the same reason is not logged again, in milliseconds. */
const SAID_FOR = 60_000;

/** When each reason was logged. There are few: what is not there is the database, the pictures, or room to work. */
const said = new Map<string, number>();

/** What is down or full refuses every call: its reason is one line, once a minute, and where in the code says nothing. */
function noteUnavailable(error: unknown, requestId: string, log: Logger): void {
  const reason = nameReason(error);
  const now = Date.now();
  if (now - (said.get(reason) ?? -Infinity) < SAID_FOR) return;
  said.delete(reason);
  said.set(reason, now);
  for (const [old] of said) if (said.size > 20) said.delete(old);
  log.error({ requestId, error: reason }, 'server.unavailable');
}

/** What failed and what made it fail, without where in the code. */
function nameReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = `${error.name}: ${error.message}`;
  return error.cause === undefined || error.cause === null
    ? own
    : `${own}, caused by ${nameReason(error.cause)}`;
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseError && error.unavailable) {
    return new ProblemError('server.unavailable', { retryAfter: 3 });
  }
  if (error instanceof ImageStoreError) return new ProblemError('server.unavailable', { retryAfter: 10 });
  if (error instanceof DatabaseError && error.code === '23503') return goneMeanwhile(error);
  // Text that PostgreSQL cannot hold came from the request, whatever let it through.
  if (error instanceof DatabaseError && error.code === '22021') return new ProblemError('request.malformed');
  return new ProblemError('server.failed');
}

/** A row that the write refers to went away between the check and the write: the user's own, or what they wrote to. */
function goneMeanwhile({ constraint = '' }: DatabaseError): ProblemError {
  const own = /_(?:user|author|owner|account)_id_fkey$/.test(constraint);
  return new ProblemError(own ? 'session.required' : 'resource.missing');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describeError(error.cause)}`;
}

/** What every request is looked at for. */
interface CommonHeaders {
  host: string | undefined;
  cookie: string;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  requestId: string | undefined;
  /** Whether one of them is there more than once. */
  repeated: boolean;
  /** Of two Host headers Node takes the first, and a proxy before us may have taken the other. */
  twoHosts: boolean;
}

const NAMES = new Set(['host', 'cookie', 'if-none-match', 'accept-encoding', 'x-request-id']);
const LENGTHS = new Set([...NAMES].map((name) => name.length));

/**
 * Reads them out of Node's flat list of names and values: Node's object of all headers costs more than the rest of a
 * cached answer may. Where one of them is repeated that object is asked, which joins them.
 */
function readCommonHeaders(incoming: IncomingMessage): CommonHeaders {
  const { rawHeaders } = incoming;
  let found: Partial<Record<string, string>> = {};
  let repeated = false;
  let twoHosts = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const known = name.toLowerCase();
    if (!NAMES.has(known)) continue;
    if (found[known] !== undefined) {
      repeated = true;
      twoHosts ||= known === 'host';
    } else found[known] = rawHeaders[index + 1];
  }
  if (repeated) found = incoming.headers as Partial<Record<string, string>>;
  return {
    host: found['host'],
    cookie: found['cookie'] ?? '',
    ifNoneMatch: found['if-none-match'],
    acceptEncoding: found['accept-encoding'],
    requestId: found['x-request-id'],
    repeated,
    twoHosts,
  };
}

/** Headers that answers have in common: names and values in turn, which Node writes as they are. */
interface SecurityHeaders {
  /** Of pages, files and pictures. */
  page: readonly string[];
  /** Of what the API answers. */
  data: readonly string[];
}

/**
 * What a page may load: its own site alone, and of inline scripts and styles those with these hashes, which were written
 * at the build.
 */
export function pagePolicy(scripts: readonly string[] = [], styles: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** How a policy names an inline script or style. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Headers of every answer [SF-22]. What the API answers is no page: a policy that allows nothing says it all
 * (OWASP REST Security Cheat Sheet), and Node looks through each of these letters at each answer.
 */
export function securityHeaders({ https }: { https: boolean }): SecurityHeaders {
  const all: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (https) all.push(['Strict-Transport-Security', 'max-age=31536000']);
  const page: [string, string][] = [
    // First, so that a page can have one of its own (`Exchange.send`).
    ['Content-Security-Policy', pagePolicy()],
    ...all,
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    // Madang asks for none of these, so nothing that gets into a page may.
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ];
  const data: [string, string][] = [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...all,
  ];
  return { page: page.flat(), data: data.flat() };
}

const FOLDER = /^\/(?:EventImg|api|assets|campus|dev|health|images)(?=\/|$)/;

/**
 * Returns what the log says in place of an address: the template of its route or screen, such as `/post/:id`, or the folder
 * of what is not there. An address may hold a code, or a text that somebody typed.
 *
 * @param route method and template of the route that answered; another word where none did
 */
function describePath(route: string, path: string): string {
  const template = route.split(' ')[1] ?? findScreen(path, 'official')?.screen.path;
  return template ?? `${FOLDER.exec(path)?.[0] ?? ''}/…`;
}
