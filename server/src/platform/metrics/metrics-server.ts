import { createServer, type Server } from 'node:http';
import type { Logger } from '../log/log.ts';
import type { Metrics } from './metrics.ts';

/** Answers `GET /metrics` and nothing else; anyone who calls lets it listen. */
export function createMetricsServer(metrics: Pick<Metrics, 'render'>, log: Logger): Server {
  return createServer((incoming, outgoing) => {
    const end = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
      void outgoing.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body);
    if (incoming.url?.split('?')[0] !== '/metrics') return end(404);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return end(405, { Allow: 'GET, HEAD' });
    metrics.render().then(
      (text) => end(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }, text),
      (error: Error) => {
        log.error({ error: error.message }, 'the numbers could not be read');
        end(500);
      },
    );
  });
}
