import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { problemStatus } from '@madang/contract/errors';
import { SERVER_FOLDER } from '@madang/contract/paths';
import { findScreen } from '@madang/contract/screens';
import { DatabaseError } from '../database/database.ts';
import { ImageStoreError } from '../images/image-store.ts';
import type { Logger } from '../log/log.ts';
import type { Session } from '../sessions/sessions.ts';
import { describeProblem, ProblemError } from './problem.ts';

export interface RequestMeter {
  begin(): void;
  /** `route` is a pattern, never an address. */
  end(route: string, status: number, seconds: number): void;
}

export interface RequestSettings {
  headers: SecurityHeaders;
  /** Proxies whose forwarding headers are trusted. */
  proxies: BlockList | null;
  /** Whether connections use a Unix socket, opened by our proxy only. */
  bySocket?: boolean;
  log: Logger;
  /** Called for every answer with a server error. */
  onFault?: () => void;
  /** Null if nothing is measured. */
  meter?: RequestMeter | null;
}

const processId = randomBytes(8).toString('hex');
let requestCount = 0;

/** Request id of nginx (`$request_id`). */
const REQUEST_ID = /^[0-9a-f]{32}$/;

/**
 * A request and its answer, sent once by {@link send}, {@link sendStream}, {@link begin} or {@link fail}. Uses Node's
 * response: a web one makes a like three quarters costlier (decision 0021).
 */
export class RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  /** Raw request target: path and query, or an absolute URL. */
  readonly target: string;
  /** Raw path, not decoded. */
  readonly path: string;
  /** Query string after the question mark. */
  readonly search: string;
  /** Host of an absolute URL; otherwise null. */
  readonly authority: string | null;
  /** Set by the router for routes that need it. */
  session: Session | null = null;
  /**
   * Rejects the request if its session ended while receiving. Set by the router.
   *
   * @throws {ProblemError} `session.required`.
   */
  requireSession: () => Promise<void> = async () => {};
  /** Matched route's method and template; `page` for pages and files, or `none`. */
  route = 'none';
  /** Name of the served file, for the log. */
  file: string | undefined;
  logLevel: 'info' | 'debug' = 'info';
  readonly #settings: RequestSettings;
  readonly #number: number;
  #requestId: string | undefined;
  readonly #started = performance.now();
  #common: CommonHeaders | undefined;
  #more: string[] | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, settings: RequestSettings) {
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
    requestCount += 1;
    this.#number = requestCount;
    this.#settings = settings;
    settings.meter?.begin();
  }

  /** Request id: a trusted proxy's, otherwise process and number. */
  get requestId(): string {
    return (this.#requestId ??= this.#toldId() ?? `${processId}-${this.#number.toString(36)}`);
  }

  get reads(): boolean {
    return this.method === 'GET' || this.method === 'HEAD';
  }

  /** Whether the method may change state; OPTIONS, a health check, may not. */
  get changes(): boolean {
    return !this.reads && this.method !== 'OPTIONS';
  }

  /** Address of the client, as reported by trusted proxies. */
  get clientAddress(): string {
    const told = this.incoming.headers['x-forwarded-for']?.toString();
    return clientOf(this.#remote, told, this.#settings.proxies);
  }

  get #remote(): string | null {
    // A just ended connection has no address: the settings decide.
    return this.#settings.bySocket ? null : (this.incoming.socket.remoteAddress ?? '');
  }

  #toldId(): string | undefined {
    const told = this.common.requestId;
    if (told === undefined || !REQUEST_ID.test(told)) return undefined;
    return isProxy(this.#remote, this.#settings.proxies) ? told : undefined;
  }

  /** Headers that are checked for every request. */
  get common(): CommonHeaders {
    return (this.#common ??= readCommonHeaders(this.incoming));
  }

  /** Returns a request header by its lower-case name. */
  header(name: string): string | undefined {
    return this.incoming.headers[name]?.toString();
  }

  /** Returns the query parameters; of a repeated name, the first value. */
  query(): Record<string, string> {
    const found = Object.create(null) as Record<string, string>;
    if (this.search !== '')
      for (const [name, value] of new URLSearchParams(this.search)) found[name] ??= value;
    return found;
  }

  /** Adds a header, keeping others of the same name. */
  addHeader(name: string, value: string): void {
    (this.#more ??= []).push(name, value);
  }

  /** Sends the answer. Content-Length is the body's unless `headers` include it. */
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

  /** Sends status 200 with a stream; closes the connection on failure. */
  sendStream(headers: Readonly<Record<string, string>>, body: Readable): void {
    this.begin(headers);
    pipeline(body, this.outgoing, (error) => {
      const cutByReader = error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (error && !cutByReader)
        this.#settings.log.error({ requestId: this.requestId, error: error.message }, 'response aborted');
    });
  }

  /** Sends status 200 and headers; the caller writes the body. */
  begin(headers: Readonly<Record<string, string>>): void {
    this.outgoing.writeHead(200, this.#headersOf(headers));
    this.#logAnswer(200);
  }

  /** Sends the error; closes the connection if an answer has begun. */
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
    // A page with inline styles has its own policy.
    const skip = headers['Content-Security-Policy'] === undefined ? 0 : 2;
    for (let index = skip; index < common.length; index += 1) list.push(common[index] ?? '');
    if (this.#more) list.push(...this.#more);
    for (const name in headers) list.push(name, headers[name] ?? '');
    return list;
  }

  /** Logs one line per answer: the route, never parameters or body. */
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

/** Returns trusted proxies by addresses and networks such as `10.0.0.0/8`, or null. */
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

/** True for an IP address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    most >= 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/**
 * Returns a request's client [SF-03]: the nearest address that is no trusted proxy, from the end of X-Forwarded-For (the
 * rest can be forged). An IPv6 /64, a household, is one. `remote`: null for our proxy's Unix socket.
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

/** Whether the connection is from a trusted proxy. */
export function isProxy(remote: string | null, trusted: BlockList | null): boolean {
  return remote === null || isTrusted(plain(remote), trusted);
}

/** Returns an address without zone, port and IPv6 form of IPv4. */
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

interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Converts errors to answers: known problems unchanged, others 500 or 503. */
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

/** Milliseconds during which the same reason is not logged again. */
const SAID_FOR = 60_000;

/** Last log time by reason, of which there are few. */
const said = new Map<string, number>();

/** Logs unavailability once a minute, without stack: an outage fails every call. */
function noteUnavailable(error: unknown, requestId: string, log: Logger): void {
  const reason = nameReason(error);
  const now = Date.now();
  if (now - (said.get(reason) ?? -Infinity) < SAID_FOR) return;
  said.delete(reason);
  said.set(reason, now);
  for (const [old] of said) if (said.size > 20) said.delete(old);
  log.error({ requestId, error: reason }, 'server.unavailable');
}

/** Returns the error and its causes, without stack. */
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
  if (error instanceof DatabaseError && error.code === '23503') return isClosed(error);
  // Text that PostgreSQL rejects is from the request, despite validation.
  if (error instanceof DatabaseError && error.code === '22021') return new ProblemError('request.malformed');
  return new ProblemError('server.failed');
}

/** Returns the error for a row deleted meanwhile: the user's own, or the target. */
function isClosed({ constraint = '' }: DatabaseError): ProblemError {
  const own = /_(?:user|author|owner|account)_id_fkey$/.test(constraint);
  return new ProblemError(own ? 'session.required' : 'resource.missing');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describeError(error.cause)}`;
}

interface CommonHeaders {
  host: string | undefined;
  cookie: string;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  requestId: string | undefined;
  repeated: boolean;
  /** Node uses the first of two Host headers; a proxy may use the other. */
  twoHosts: boolean;
}

const NAMES = new Set(['host', 'cookie', 'if-none-match', 'accept-encoding', 'x-request-id']);
const LENGTHS = new Set([...NAMES].map((name) => name.length));

/** Reads headers from Node's flat list: its object costs more than a cached answer. Only repeated headers need it. */
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

/** Headers common to answers: alternating names and values, unchanged by Node. */
interface SecurityHeaders {
  /** For pages, files and pictures. */
  page: readonly string[];
  /** For API answers. */
  data: readonly string[];
}

/** Returns a page's Content-Security-Policy: own site, and inline code by hash. */
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

/** Returns the policy source of an inline script or style. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns every answer's headers [SF-22]. API answers allow nothing (OWASP REST Security Cheat Sheet). Short: Node checks
 * each character.
 */
export function securityHeaders({ https }: { https: boolean }): SecurityHeaders {
  const all: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  if (https) all.push(['Strict-Transport-Security', 'max-age=31536000']);
  const page: [string, string][] = [
    // First, so that a page can replace it (`RequestContext.send`).
    ['Content-Security-Policy', pagePolicy()],
    ...all,
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    // The app uses none of these; injected code must not either.
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ];
  const data: [string, string][] = [
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...all,
  ];
  return { page: page.flat(), data: data.flat() };
}

/**
 * Returns an address's logged form: template, such as `/post/:id`, or an unknown path's folder. Addresses may contain
 * codes or user text.
 *
 * @param route method and template of the matched route, or another word
 */
function describePath(route: string, path: string): string {
  const template = route.split(' ')[1] ?? findScreen(path, 'official')?.screen.path;
  return template ?? `${SERVER_FOLDER.exec(path)?.[0] ?? ''}/…`;
}
