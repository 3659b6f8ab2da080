import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Exchange, type ExchangeSettings } from './exchange.ts';
import { isKnownHost, requireKnownHost, requireOwnOrigin } from './guards.ts';
import type { Hosts } from './hosts.ts';
import { ProblemError } from './problem.ts';
import type { RouteContext, Routes } from './routes.ts';
import type { CacheStep } from './cache-step.ts';

/** What requests pass on their way. */
export interface PipelineDependencies {
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
