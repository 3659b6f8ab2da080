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

/** Routes on Hono: in `/api/posts/{id}` a parameter is one segment. */
export class Routes {
  /** Uses the raw path: URL parsing removes `..`. Hono's fastest router rejects `/posts/latest` next to `/posts/{id}`. */
  readonly hono = new Hono<{ Bindings: RequestContext }>({
    router: new TrieRouter(),
    getPath: (_, options) => canonical(options?.env?.path ?? ''),
  });
  /** Method and template of every route. */
  readonly names: string[] = [];

  /**
   * Adds a route by method and template; the first match answers.
   *
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

  /** Returns a path's methods, including HEAD for GET; may be empty. */
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
  pages: Pages;
}

export interface Pages {
  has(path: string): boolean;
  /** Sends a file; false without an answer if there is none. */
  answerFile(request: RequestContext): boolean;
  /** Sends a page; false without an answer if there is none. */
  answerPage(request: RequestContext): boolean | Promise<boolean>;
  /** Handles a page's form, sent without JavaScript; false without an answer. */
  submit(context: RouteContext): Promise<boolean>;
}

/** Handles every request. Cached answers and files skip promises; Hono handles the rest. */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;
  readonly #routes: Routes;

  /** Adds host and origin checks, for routes added later only. */
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
    // Pipelined: Node 20 and 22 may never emit `close` for its response.
    if (!outgoing.socket) return void incoming.socket.destroy();
    const request = new RequestContext(incoming, outgoing, this.#dependencies.settings);
    if (request.reads && this.#answerAtOnce(request)) return;
    // The adapter rejects hosts and paths that Node accepts; the context has the real ones.
    incoming.url = 'http://localhost/';
    const listener = getRequestListener((webRequest) => this.#routes.hono.fetch(webRequest, request), {
      overrideGlobalObjects: false,
      errorHandler: (error) => request.fail(error),
    });
    listener(incoming, outgoing).catch(() => outgoing.destroy());
  }

  /** Sends a cached answer or file, whose addresses differ from routes; false without an answer. */
  #answerAtOnce(request: RequestContext): boolean {
    const { hosts, cacheStep, pages } = this.#dependencies;
    if (!isKnownHost(request, hosts)) return false;
    const cached = cacheStep.find(request);
    if (cached) return cacheStep.answerFromCache(request, cached);
    return pages.answerFile(request);
  }

  /** @throws {ProblemError} if forbidden, or without disk space. */
  #guard(request: RequestContext): void {
    const { hosts, origins, full } = this.#dependencies;
    requireKnownHost(request, hosts);
    requireOwnOrigin(request, origins, hosts);
    if (request.changes && full()) throw new ProblemError('server.unavailable', { retryAfter: 30 });
  }

  /** Handles requests without a route: other methods or a page may exist. */
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
 * Rejects state-changing requests from other sites [SF-07] by `Origin`, which proxies leave unchanged. Without it, not a
 * browser: Host must be this site.
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

/** Whether the request has exactly one host, allowed by {@link Hosts}. */
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

/** Returns a path with canonical percent-encoding. Encoded slashes stay, as in Hono's parameters. */
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
 * Host names that this server answers. A configured site lets others read public data: proxies and health checks send
 * other hosts, and browsers send cookies to no other host.
 * Otherwise accepts only our own names, against DNS rebinding on a developer's machine.
 */
export class Hosts {
  readonly #own: ReadonlySet<string>;
  readonly #others: boolean;

  /** @param configured whether the operator configured the public address. */
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
