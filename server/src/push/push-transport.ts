import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface PushAnswer {
  status: number;
  /** Seconds until a retry is allowed; null if not given. */
  retryAfter: number | null;
}

/** Sends one push to its service; rejects without a response. */
export interface PushTransport {
  send(endpoint: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<PushAnswer>;
  close(): void;
}

/** Timeout per push in milliseconds. */
const TIMEOUT = 10_000;

/** Sends over persistent connections without redirects. Tests set lookup, port, CA. */
export function openPushTransport(
  lookup: LookupFunction,
  { port = 443, ca }: { port?: number; ca?: string } = {},
): PushTransport {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, lookup });
  return {
    send(endpoint, headers, body) {
      const { hostname, pathname, search } = new URL(endpoint);
      const signal = AbortSignal.timeout(TIMEOUT);
      const options = { hostname, port, path: pathname + search, method: 'POST', agent, headers, signal };
      const attempt = (isFirst: boolean) =>
        new Promise<PushAnswer>((resolve, reject) => {
          const call = request({ ...options, ...(ca && { ca }) }, (answer) => {
            // The response body is ignored.
            answer.on('error', () => {}).resume();
            const { statusCode: status = 0, headers: said } = answer;
            resolve({ status, retryAfter: readRetryAfter(said['retry-after']) });
          });
          call.on('error', (error: NodeJS.ErrnoException) => {
            // The service closed an idle connection just when it was reused.
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

/** Parses seconds or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(1, Math.ceil(seconds));
}
