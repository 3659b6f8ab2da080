import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { decodeSegment } from '@madang/contract/screens';
import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { CacheStep } from './cache.ts';
import { ProblemError } from './problem.ts';
import { Exchange, type ExchangeSettings } from './request.ts';

/** Hono's view of a request; `env` is ours. */
export type RouteContext = Context<{ Bindings: Exchange }>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Routes of the contract's kind on Hono: in `/api/posts/{id}` a parameter is one whole segment and never empty. */
export class Routes {
  /**
   * It takes the path as it was sent: the web's own reading would take `..` away first. Hono's fastest router does not know
   * `/posts/latest` beside `/posts/{id}`.
   */
  readonly hono = new Hono<{ Bindings: Exchange }>({
    router: new TrieRouter(),
    getPath: (_, options) => canonical(options?.env?.path ?? ''),
  });
  /** Method and template of every route. */
  readonly names: string[] = [];

  /** Adds a route by its method and template. Of two that fit an address the first one answers: none may hide another. */
  add(name: string, answer: (context: RouteContext) => Promise<void> | void): void {
    const first = this.names.find((other) => coversAll(other, name));
    if (first) throw new Error(`${name} is mounted twice: ${first} answers`);
    this.names.push(name);
    const [method = '', template = ''] = name.split(' ');
    this.hono.on(method, template.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      context.env.route = name;
      await answer(context);
      return RESPONSE_ALREADY_SENT;
    });
  }

  /** The methods that this path has routes for, HEAD beside GET; none where nothing is. */
  methodsOf(path: string): string[] {
    const fits = (method: string) =>
      this.hono.router.match(method, canonical(path))[0].some(([[, { method: own }]]) => own === method);
    return METHODS.filter(fits).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
}

/** What requests pass on their way. */
interface PipelineDependencies {
  settings: ExchangeSettings;
  cacheStep: CacheStep;
  hosts: Hosts;
  /** Pages that may change something here. */
  origins: ReadonlySet<string>;
  /** True while there is no room to write anything. */
  full: () => boolean;
  /** What no route answers. */
  pages: Pages;
}

/** Pages and files: what is read where no route is. */
export interface Pages {
  /** Whether there is something to read at this path. */
  has(path: string): boolean;
  /** Answers with a file; false, and nothing is answered, when there is none at this path. */
  answerFile(exchange: Exchange): boolean;
  /** Answers with a page; false, and nothing is answered, when there is none at this path. */
  answerPage(exchange: Exchange): boolean | Promise<boolean>;
  /** Takes the form of a page, sent without the web app; false, and nothing is answered, where there is none. */
  submit(context: RouteContext): Promise<boolean>;
}

/**
 * The one way from a request to its answer. What is cached and what is a file is answered here, on Node's own objects and
 * without a promise; everything else is Hono's.
 */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #routes: Routes;

  /** Routes that are there already are asked without host and origin being looked at; those that follow with. */
  constructor(routes: Routes, dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#routes = routes;
    routes.hono
      .use(({ env: exchange }, next) => {
        this.#guard(exchange);
        return next();
      })
      .notFound(async (context) => {
        await this.#answerElse(context);
        return RESPONSE_ALREADY_SENT;
      })
      .onError((error, { env: exchange }) => {
        exchange.fail(error);
        return RESPONSE_ALREADY_SENT;
      });
  }

  /** Answers one request of Node's server; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Pipelined behind another request: Node 20 and 22 may never emit `close` for its response.
    if (!outgoing.socket) return void incoming.socket.destroy();
    const exchange = new Exchange(incoming, outgoing, this.#dependencies.settings);
    if (exchange.reads && this.#answerAtOnce(exchange)) return;
    // What was asked stands in the exchange: the adapter would refuse hosts and paths that are no URL, which Node takes.
    incoming.url = 'http://localhost/';
    const listener = getRequestListener((request) => this.#routes.hono.fetch(request, exchange), {
      overrideGlobalObjects: false,
      errorHandler: (error) => exchange.fail(error),
    });
    listener(incoming, outgoing).catch(() => outgoing.destroy());
  }

  /** Answers with what is at hand; false, and nothing is answered, when nothing is. No route has the address of a file. */
  #answerAtOnce(exchange: Exchange): boolean {
    const { hosts, cacheStep, pages } = this.#dependencies;
    if (!isKnownHost(exchange, hosts)) return false;
    const cached = cacheStep.find(exchange);
    if (cached) return cacheStep.answerFromCache(exchange, cached);
    return pages.answerFile(exchange);
  }

  /** @throws {ProblemError} what may not be asked by whom asks, or not now. */
  #guard(exchange: Exchange): void {
    const { hosts, origins, full } = this.#dependencies;
    requireKnownHost(exchange, hosts);
    requireOwnOrigin(exchange, origins, hosts);
    if (exchange.changes && full()) throw new ProblemError('server.unavailable', { retryAfter: 30 });
  }

  /** Where no route is for this method: there may be one for others, or a page. */
  async #answerElse(context: RouteContext): Promise<void> {
    const { env: exchange } = context;
    const { pages } = this.#dependencies;
    const allowed = this.#routes.methodsOf(exchange.path);
    if (allowed.length > 0) throw new ProblemError('method.notAllowed', { allowed });
    if (exchange.reads) {
      exchange.route = 'page';
      if (await pages.answerPage(exchange)) return;
      exchange.route = 'none';
    } else if (pages.has(exchange.path)) {
      exchange.route = 'page';
      if (exchange.method === 'POST' && (await pages.submit(context))) return;
      // What HAProxy asks when it is told to check by HTTP, and not what for.
      if (exchange.method === 'OPTIONS') return exchange.send(204, { Allow: 'GET, HEAD, OPTIONS' });
      throw new ProblemError('method.notAllowed', { allowed: ['GET', 'HEAD', 'OPTIONS'] });
    }
    throw new ProblemError('route.unknown');
  }
}

/**
 * Refuses requests that change something and come from another site [SF-07]. Browsers send `Origin` with every such
 * request, and that is what counts: whatever a proxy makes of Host, it leaves `Origin` as it is. A request without one is
 * no browser's and carries nobody's cookie by accident; it must name this site as its Host.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
function requireOwnOrigin(exchange: Exchange, origins: ReadonlySet<string>, hosts: Hosts): void {
  if (exchange.reads) return;
  const { origin, host, 'sec-fetch-site': site } = exchange.incoming.headers;
  if (origin !== undefined) {
    if (origins.has(origin)) return;
    throw new ProblemError('origin.foreign');
  }
  if (site !== undefined && site !== 'same-origin') throw new ProblemError('origin.foreign');
  if (exchange.changes && !hosts.isOwn(host)) throw new ProblemError('origin.foreign');
}

/** Refuses what is not asked under a {@link isKnownHost | known host}. */
function requireKnownHost(exchange: Exchange, hosts: Hosts): void {
  if (!isKnownHost(exchange, hosts)) throw new ProblemError('origin.foreign');
}

/** Whether it is asked under a name that somebody may ask under [{@link Hosts}], and under that one alone. */
function isKnownHost({ common, authority }: Exchange, hosts: Hosts): boolean {
  const known = hosts.mayRead(common.host) && (authority === null || hosts.mayRead(authority));
  return known && !common.twoHosts;
}

/** Whether whatever fits `name` fits `other` too. */
function coversAll(other: string, name: string): boolean {
  const segments = name.split('/');
  const others = other.split('/');
  return (
    others.length === segments.length &&
    others.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

/** Each letter in one spelling, and an encoded slash stays one, so that Hono's parameters are what was sent. */
function canonical(path: string): string {
  // No route's, but the guards' like every other.
  if (!path.startsWith('/')) return `//${path}`;
  if (!path.includes('%')) return path;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeSegment(segment)))
    .join('/');
}

/** What a Host header may look like; what cannot be one is nobody's. */
const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * By which names this server is asked. A site that people reach by a configured address is also asked by others: a proxy
 * that passes no Host on names the address that it was told, a health check may name none. Such a request may read. What
 * one can read so is what any visitor can, since a browser gives a cookie to the name that set it and to no other. On
 * somebody's own machine, where nothing is configured, only our own names count: else a hostile name that is pointed at
 * it (DNS rebinding) could read what only that machine can reach.
 */
export class Hosts {
  readonly #own: ReadonlySet<string>;
  readonly #others: boolean;

  /** @param configured whether the operator said under which address browsers reach this site. */
  constructor(own: ReadonlySet<string>, configured: boolean) {
    this.#own = own;
    this.#others = configured;
  }

  /** Whether this is a name that browsers know this site by. */
  isOwn(host: string | undefined): boolean {
    return host !== undefined && this.#own.has(host);
  }

  /** Whether somebody who asks under this name, or under none, may read. */
  mayRead(host: string | undefined): boolean {
    return this.isOwn(host) || (this.#others && (host === undefined || HOST.test(host)));
  }
}
