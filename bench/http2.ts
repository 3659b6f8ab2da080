import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../server/testing/certificate.ts';
import type { Run } from './run.ts';

/** A server behind HTTP/2. */
export interface Site {
  origin: string;
  /** Hash of its public key. A browser that does not trust the certificate caches no files. */
  key: string;
}

/** Serves a server over HTTP/2, as the shipped proxy does: a browser then sends any number of requests at once. */
export async function openHttp2(run: Run, origin: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-http2-'));
  run.onEnd(() => rm(folder, { recursive: true }));
  makeCertificate(folder, 'localhost');
  const [key, cert] = ['key.pem', 'fullchain.pem'].map((name) => readFileSync(join(folder, name)));
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert }, (incoming, outgoing) =>
    pass(incoming, outgoing, { origin, agent }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  run.onEnd(() => {
    server.close();
    agent.destroy();
  });
  const publicKey = new X509Certificate(cert ?? '').publicKey.export({ type: 'spki', format: 'der' });
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    key: createHash('sha256').update(publicKey).digest('base64'),
  };
}

function pass(
  incoming: Http2ServerRequest,
  outgoing: Http2ServerResponse,
  { origin, agent }: { origin: string; agent: Agent },
): void {
  const { method, url } = incoming;
  const own = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
  const headers = { ...Object.fromEntries(own), ...(incoming.headers.origin && { origin }) };
  const call = request(new URL(url, origin), { method, headers, agent }, (answer) => {
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.pipe(outgoing);
  });
  // The browser or the server has left.
  call.on('error', () => outgoing.stream.close());
  outgoing.on('close', () => call.destroy());
  incoming.pipe(call);
}
