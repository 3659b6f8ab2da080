import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { Exchange, type ExchangeSettings } from './exchange.ts';
import { requireKnownHost, requireOwnOrigin } from './guards.ts';
import { ProblemError } from './problem.ts';
import type { Route } from './router.ts';
import type { RouteTable } from './route-table.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SharedAnswers } from './shared-answers.ts';

/** What requests pass on their way. */
export interface PipelineParts {
  settings: ExchangeSettings;
  shared: SharedAnswers;
  routes: RouteTable<Route>;
  sessions: Sessions;
  cookie: SessionCookie;
  /** Names that this site is reached by. */
  hosts: ReadonlySet<string>;
  /** Pages that may change something here. */
  origins: ReadonlySet<string>;
  /** True while there is no room to write anything. */
  full: () => boolean;
  /** Answers what no route does, or says false. */
  otherwise: (exchange: Exchange) => boolean | Promise<boolean>;
}

/**
 * The one way from a request to its answer: host, origin, route, session, and what the route itself asks for. Health is
 * answered at once.
 */
export class Pipeline {
  readonly #parts: PipelineParts;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** Answers one request of Node's server; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const exchange = new Exchange(incoming, outgoing, this.#parts.settings);
    if (this.#parts.shared.answerDirectly(exchange)) return;
    this.answer(exchange).catch((error: unknown) => exchange.fail(error));
  }

  /**
   * Takes a request the whole way.
   *
   * @throws {ProblemError} what the guards and the route refuse; `route.unknown`.
   */
  async answer(exchange: Exchange): Promise<void> {
    const { hosts, origins, routes, otherwise, full } = this.#parts;
    const found = routes.find(exchange.method, exchange.path);
    if (found?.route.health) {
      exchange.logLevel = 'debug';
      return found.route.answer(exchange, found.parameters);
    }
    requireKnownHost(exchange, hosts);
    requireOwnOrigin(exchange, origins);
    if (!exchange.reads && full()) throw new ProblemError('server.unavailable', { retryAfter: 30 });
    if (found) {
      // Scripts and pictures of the campus are the same for everybody: a thousand students who open home at once
      // would ask the database a thousand times for a session that nobody looks at.
      if (found.route.session) exchange.session = await this.#sessionOf(exchange);
      await found.route.answer(exchange, found.parameters);
    } else if (!exchange.reads || !(await otherwise(exchange))) throw new ProblemError('route.unknown');
  }

  async #sessionOf({ incoming }: Exchange): Promise<Session | null> {
    const { sessions, cookie } = this.#parts;
    const secret = incoming.headers.cookie && cookie.read(incoming.headers.cookie);
    return secret ? (sessions.peek(secret) ?? sessions.resolve(secret)) : null;
  }
}
