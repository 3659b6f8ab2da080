import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';

/** What a push service answers. */
export interface PushAnswer {
  status: number;
  /** After how many seconds it may be asked again; null where it does not say. */
  retryAfter: number | null;
}

/** Brings one push to its service; fails where there is no answer. */
export interface PushTransport {
  send(endpoint: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<PushAnswer>;
  close(): void;
}

/** How long a service may take for one push, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Sends over connections that stay open. A redirect is an answer like any other: nothing is sent where it leads to. Tests say
 * where a host is found, and whose certificate is believed; nothing else can.
 */
export function openPushTransport(
  lookup: LookupFunction,
  { port = 443, ca }: { port?: number; ca?: string } = {},
): PushTransport {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, lookup });
  return {
    send(endpoint, headers, body) {
      const { hostname, pathname, search } = new URL(endpoint);
      const signal = AbortSignal.timeout(PATIENCE);
      const options = { hostname, port, path: pathname + search, method: 'POST', agent, headers, signal };
      const attempt = (isFirst: boolean) =>
        new Promise<PushAnswer>((resolve, reject) => {
          const call = request({ ...options, ...(ca && { ca }) }, (answer) => {
            // What it says beside the status is nobody's.
            answer.on('error', () => {}).resume();
            const { statusCode: status = 0, headers: said } = answer;
            resolve({ status, retryAfter: readRetryAfter(said['retry-after']) });
          });
          call.on('error', (error: NodeJS.ErrnoException) => {
            // The service closed a connection that rested just when it was used again.
            const rested = call.reusedSocket && error.code === 'ECONNRESET';
            if (isFirst && rested) resolve(attempt(false));
            else reject(error);
          });
          call.end(body);
        });
      return attempt(true);
    },
    close: () => agent.destroy(),
  };
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(1, Math.ceil(seconds));
}
