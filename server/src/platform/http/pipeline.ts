import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { decodeSegment } from '@madang/contract/screens';
import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { CacheStep } from './cache.ts';
import { ProblemError } from './problem.ts';
import { RequestContext, type RequestSettings } from './request.ts';

/** Hono's context of a request; `env` is ours. */
export type RouteContext = Context<{ Bindings: RequestContext }>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Routes of the contract on Hono: in `/api/posts/{id}` a parameter is one non-empty segment. */
export class Routes {
  /** Uses the raw path, as URL parsing removes `..`. Hono's fastest router rejects `/posts/latest` next to `/posts/{id}`. */
  readonly hono = new Hono<{ Bindings: RequestContext }>({
    router: new TrieRouter(),
    getPath: (_, options) => canonical(options?.env?.path ?? ''),
  });
  /** Method and template of every route. */
  readonly names: string[] = [];

  /**
   * Adds a route by method and template. The first match answers.
   * @throws {Error} if an earlier route hides it.
   */
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

  /** Returns the methods with routes for this path, including HEAD for GET; empty if none. */
  methodsOf(path: string): string[] {
    const fits = (method: string) =>
      this.hono.router.match(method, canonical(path))[0].some(([[, { method: own }]]) => own === method);
    return METHODS.filter(fits).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
}

interface PipelineDependencies {
  settings: RequestSettings;
  cacheStep: CacheStep;
  hosts: Hosts;
  /** Origins of pages that may change state. */
  origins: ReadonlySet<string>;
  /** True if no disk space is left for writes. */
  full: () => boolean;
  /** Pages for addresses without a route. */
  pages: Pages;
}

/** Pages and files for addresses without a route. */
export interface Pages {
  /** Whether this path has a page or file. */
  has(path: string): boolean;
  /** Sends a file; returns false without an answer if this path has none. */
  answerFile(request: RequestContext): boolean;
  /** Sends a page; returns false without an answer if this path has none. */
  answerPage(request: RequestContext): boolean | Promise<boolean>;
  /** Handles a page's form, sent without JavaScript; returns false without an answer if there is none. */
  submit(context: RouteContext): Promise<boolean>;
}

/** Handles every request. Cached answers and files use Node's objects without a promise; Hono handles the rest. */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #routes: Routes;

  /** Adds the host and origin checks. They apply only to routes that are added later. */
  constructor(routes: Routes, dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
    this.#routes = routes;
    routes.hono
      .use(({ env: request }, next) => {
        this.#guard(request);
        return next();
      })
      .notFound(async (context) => {
        await this.#answerElse(context);
        return RESPONSE_ALREADY_SENT;
      })
      .onError((error, { env: request }) => {
        request.fail(error);
        return RESPONSE_ALREADY_SENT;
      });
  }

  /** Answers a request of Node's server; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Pipelined behind another request: Node 20 and 22 may never emit `close` for its response.
    if (!outgoing.socket) return void incoming.socket.destroy();
    const request = new RequestContext(incoming, outgoing, this.#dependencies.settings);
    if (request.reads && this.#answerAtOnce(request)) return;
    // The adapter rejects hosts and paths that only Node accepts. The request context has the real ones.
    incoming.url = 'http://localhost/';
    const listener = getRequestListener((webRequest) => this.#routes.hono.fetch(webRequest, request), {
      overrideGlobalObjects: false,
      errorHandler: (error) => request.fail(error),
    });
    listener(incoming, outgoing).catch(() => outgoing.destroy());
  }

  /** Sends a cached answer or file; returns false without an answer if there is none. No route shares a file's address. */
  #answerAtOnce(request: RequestContext): boolean {
    const { hosts, cacheStep, pages } = this.#dependencies;
    if (!isKnownHost(request, hosts)) return false;
    const cached = cacheStep.find(request);
    if (cached) return cacheStep.answerFromCache(request, cached);
    return pages.answerFile(request);
  }

  /** @throws {ProblemError} if the request is forbidden or there is no disk space. */
  #guard(request: RequestContext): void {
    const { hosts, origins, full } = this.#dependencies;
    requireKnownHost(request, hosts);
    requireOwnOrigin(request, origins, hosts);
    if (request.changes && full()) throw new ProblemError('server.unavailable', { retryAfter: 30 });
  }

  /** Handles requests without a route for the method: other methods or a page may exist. */
  async #answerElse(context: RouteContext): Promise<void> {
    const { env: request } = context;
    const { pages } = this.#dependencies;
    const allowed = this.#routes.methodsOf(request.path);
    if (allowed.length > 0) throw new ProblemError('method.notAllowed', { allowed });
    if (request.reads) {
      request.route = 'page';
      if (await pages.answerPage(request)) return;
      request.route = 'none';
    } else if (pages.has(request.path)) {
      request.route = 'page';
      if (request.method === 'POST' && (await pages.submit(context))) return;
      // HAProxy's HTTP health check sends this by default.
      if (request.method === 'OPTIONS') return request.send(204, { Allow: 'GET, HEAD, OPTIONS' });
      throw new ProblemError('method.notAllowed', { allowed: ['GET', 'HEAD', 'OPTIONS'] });
    }
    throw new ProblemError('route.unknown');
  }
}

/**
 * Rejects state-changing requests from other sites [SF-07]. Browsers always send `Origin`, and proxies leave it
 * unchanged, unlike Host. Without it the request is not from a browser, and its Host must be this site.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
function requireOwnOrigin(request: RequestContext, origins: ReadonlySet<string>, hosts: Hosts): void {
  if (request.reads) return;
  const { origin, host, 'sec-fetch-site': site } = request.incoming.headers;
  if (origin !== undefined) {
    if (origins.has(origin)) return;
    throw new ProblemError('origin.foreign');
  }
  if (site !== undefined && site !== 'same-origin') throw new ProblemError('origin.foreign');
  if (request.changes && !hosts.isOwn(host)) throw new ProblemError('origin.foreign');
}

/** Rejects requests without a {@link isKnownHost | known host}. */
function requireKnownHost(request: RequestContext, hosts: Hosts): void {
  if (!isKnownHost(request, hosts)) throw new ProblemError('origin.foreign');
}

/** Whether the request has exactly one host, which is allowed by {@link Hosts}. */
function isKnownHost({ common, authority }: RequestContext, hosts: Hosts): boolean {
  const known = hosts.mayRead(common.host) && (authority === null || hosts.mayRead(authority));
  return known && !common.twoHosts;
}

/** Whether `other` matches every address that `name` matches. */
function coversAll(other: string, name: string): boolean {
  const segments = name.split('/');
  const others = other.split('/');
  return (
    others.length === segments.length &&
    others.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

/** Returns a path with canonical percent-encoding. Encoded slashes stay encoded, so Hono's parameters equal the request. */
function canonical(path: string): string {
  // No route matches it, but the checks still apply.
  if (!path.startsWith('/')) return `//${path}`;
  if (!path.includes('%')) return path;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeSegment(segment)))
    .join('/');
}

/** Syntax of a Host header; others are rejected. */
const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Host names that this server answers. A configured site also receives others: a proxy may send the upstream's
 * address, a health check none. They may only read public data, since browsers send cookies only to the host that set
 * them. Without configuration, as on a developer's machine, only our own names are accepted: otherwise DNS rebinding
 * could read its data.
 */
export class Hosts {
  readonly #own: ReadonlySet<string>;
  readonly #others: boolean;

  /** @param configured whether the operator configured the public address of this site. */
  constructor(own: ReadonlySet<string>, configured: boolean) {
    this.#own = own;
    this.#others = configured;
  }

  /** Whether browsers use this host for this site. */
  isOwn(host: string | undefined): boolean {
    return host !== undefined && this.#own.has(host);
  }

  /** Whether requests with this host, or none, may read. */
  mayRead(host: string | undefined): boolean {
    return this.isOwn(host) || (this.#others && (host === undefined || HOST.test(host)));
  }
}
