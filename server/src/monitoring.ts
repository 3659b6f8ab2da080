import { STOPPING } from './listen.ts';
import { readBackups } from './operator/audit.ts';
import type { Database } from './platform/database/database.ts';
import type { Exchange } from './platform/http/exchange.ts';
import type { Routes } from './platform/http/pipeline.ts';
import { CertificateWatch } from './platform/metrics/certificate-watch.ts';
import type { AppDependencies, Services } from './services.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Asked every few seconds by programs that watch the server: whatever host they name, and not worth a line. */
export function mountHealth(routes: Routes, database: Database, isDraining: () => boolean): void {
  const add = (name: string, answer: (exchange: Exchange) => Promise<void> | void) =>
    routes.add(name, ({ env: exchange }) => {
      exchange.logLevel = 'debug';
      return answer(exchange);
    });
  add('GET /health/live', (exchange) => exchange.send(200, JSON_HEADERS, '{"status":"live"}'));
  add('GET /health/ready', async (exchange) => {
    if (isDraining()) return exchange.send(503, JSON_HEADERS, STOPPING);
    await database.first('SELECT 1 AS one');
    exchange.send(200, JSON_HEADERS, '{"status":"ready"}');
  });
}

/** Says where numbers are read that requests do not bring; what they are is in the operator's own words. */
export function watchNumbers(
  { metrics, database, readDisk = async () => null }: AppDependencies,
  { cache, origin }: Services,
): void {
  const certificate = new CertificateWatch(origin);
  metrics?.watch({
    database,
    cache,
    readDisk,
    readBackups,
    readCertificate: () => certificate.read(),
  });
}
