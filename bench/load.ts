import autocannon from 'autocannon';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { processorSeconds } from './measure.ts';
import { headersOf } from './place.ts';

/** One request of a load; `body` makes a new one each time, with its own id. */
export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Session, if it is not the load's. */
  cookie?: string;
  body?: () => object;
}

/** Result of one round of a load. */
export interface Round {
  /** Microseconds of the server's processor time per answer. */
  microseconds: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Sends these requests in turn over several connections for some seconds.
 *
 * @throws {Error} on any refused or broken request.
 */
export async function load(
  server: BuiltServer,
  asked: readonly Asked[],
  options: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<Round> {
  const before = processorSeconds(server);
  const result = await autocannon({
    url: server.origin,
    connections: options.connections,
    duration: options.seconds,
    requests: asked.map(({ method, path, cookie, body }) => ({
      method,
      path,
      headers: {
        ...options.headers,
        ...(cookie ? headersOf(cookie) : {}),
        Origin: server.origin,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body
        ? { setupRequest: (request: autocannon.Request) => ({ ...request, body: JSON.stringify(body()) }) }
        : {}),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${asked[0]?.path}: ${result.non2xx} refused, ${result.errors} broken`);
  const answers = result.requests.total;
  return {
    microseconds: ((processorSeconds(server) - before) / answers) * 1e6,
    perSecond: answers / options.seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
