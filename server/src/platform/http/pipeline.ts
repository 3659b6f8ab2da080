import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { Exchange, type ExchangeSettings } from './exchange.ts';
import { requireKnownHost, requireOwnOrigin } from './guards.ts';
import type { Hosts } from './hosts.ts';
import { ProblemError } from './problem.ts';
import type { Route } from './router.ts';
import type { Found, RouteTable } from './route-table.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { CacheStep } from './cache-step.ts';

/** What requests pass on their way. */
export interface PipelineDependencies {
  settings: ExchangeSettings;
  cacheStep: CacheStep;
  routes: RouteTable<Route>;
  sessions: Sessions;
  cookie: SessionCookie;
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
  /** Answers with it; false, and nothing is answered, when there is nothing. */
  answer(exchange: Exchange): boolean | Promise<boolean>;
}

/**
 * The one way from a request to its answer, in steps: host, origin, cache, route, session, and what the route itself asks
 * for. Health is answered at once. Up to the cache no step waits for anything: a promise costs as much as some of them.
 */
export class Pipeline {
  readonly #dependencies: PipelineDependencies;

  constructor(dependencies: PipelineDependencies) {
    this.#dependencies = dependencies;
  }

  /** Answers one request of Node's server; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const exchange = new Exchange(incoming, outgoing, this.#dependencies.settings);
    try {
      this.#answer(exchange)?.catch((error: unknown) => exchange.fail(error));
    } catch (error) {
      exchange.fail(error);
    }
  }

  /** @throws {ProblemError} what the guards and the route refuse; `route.unknown`, `method.notAllowed`. */
  #answer(exchange: Exchange): Promise<void> | void {
    const { hosts, origins, routes, full, cacheStep } = this.#dependencies;
    const cached = cacheStep.find(exchange);
    const found = cached ? undefined : routes.find(exchange.method, exchange.path);
    if (found?.route.health) {
      exchange.logLevel = 'debug';
      return found.route.answer(exchange, found.parameters);
    }
    requireKnownHost(exchange, hosts);
    requireOwnOrigin(exchange, origins, hosts);
    if (exchange.changes && full()) throw new ProblemError('server.unavailable', { retryAfter: 30 });
    if (cached && cacheStep.answerFromCache(exchange, cached)) return;
    return this.#answerByRoute(exchange, found ?? routes.find(exchange.method, exchange.path));
  }

  async #answerByRoute(exchange: Exchange, found: Found<Route> | undefined): Promise<void> {
    if (!found) return this.#answerElse(exchange);
    // Scripts and pictures of the campus are the same for everybody: a thousand users who open home at once
    // would ask the database a thousand times for a session that nobody looks at.
    if (found.route.session) exchange.session = await this.#sessionOf(exchange);
    await found.route.answer(exchange, found.parameters);
  }

  /** Where no route is for this method: there may be one for others, or a page. */
  async #answerElse(exchange: Exchange): Promise<void> {
    const { routes, pages } = this.#dependencies;
    const allowed = routes.methodsOf(exchange.path);
    if (allowed.length > 0) throw new ProblemError('method.notAllowed', { allowed });
    if (exchange.reads) {
      if (await pages.answer(exchange)) return;
    } else if (pages.has(exchange.path)) {
      // What HAProxy asks when it is told to check by HTTP, and not what for.
      if (exchange.method === 'OPTIONS') return exchange.send(204, { Allow: 'GET, HEAD, OPTIONS' });
      throw new ProblemError('method.notAllowed', { allowed: ['GET', 'HEAD', 'OPTIONS'] });
    }
    throw new ProblemError('route.unknown');
  }

  async #sessionOf({ common }: Exchange): Promise<Session | null> {
    const { sessions, cookie } = this.#dependencies;
    const secret = common.cookie && cookie.read(common.cookie);
    return secret ? (sessions.peek(secret) ?? sessions.resolve(secret)) : null;
  }
}
