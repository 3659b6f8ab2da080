import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { CertificateWatch } from './certificate-watch.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const folder = makeFolder('certificate');
let server: Server | undefined;
const certificateFor = (days: number) => {
  makeCertificate(folder, 'x', days);
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'fullchain.pem')) };
};
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

const DAY = 86_400;
const inDays = (seconds: number | null) => Math.round(((seconds ?? 0) - Date.now() / 1_000) / DAY);

test('certificate’s end: known after the first look, updated after an hour', async () => {
  server = createServer(certificateFor(10)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const watch = new CertificateWatch(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(watch.read()).toBeNull();
  await watch.settle();
  expect(inDays(watch.read())).toBe(10);
  server.setSecureContext(certificateFor(90));
  watch.read();
  await watch.settle();
  expect(inDays(watch.read())).toBe(10);
  vi.useFakeTimers({ now: Date.now() + 3_600_001, toFake: ['Date'] });
  watch.read();
  await watch.settle();
  expect(inDays(watch.read())).toBe(90);
  // The last value stays while no server answers.
  server.close();
  vi.setSystemTime(Date.now() + 3_600_001);
  watch.read();
  await watch.settle();
  expect(inDays(watch.read())).toBe(90);
});

test('no certificate, a closed connection, no server or no TLS: no number', async () => {
  const plain = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  for (const origin of [`https://127.0.0.1:${port}`, 'https://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const watch = new CertificateWatch(origin);
    watch.read();
    await watch.settle();
    expect(watch.read()).toBeNull();
  }
  plain.close();
});
