import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeCertificate } from '../../../testing/certificate.ts';
import { examineSite, type Finding, rememberSite } from './site.ts';
import { makeFolder } from '../../../testing/make-folder.ts';

const folder = makeFolder('site');
let certificate: Buffer;
let server: Server | undefined;
beforeAll(() => {
  makeCertificate(folder, 'madang.test');
  certificate = readFileSync(join(folder, 'fullchain.pem'));
});
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

/** Starts a site with these answers; returns its port. */
async function serve(status: number, text: string): Promise<number> {
  server = createServer({ key: readFileSync(join(folder, 'key.pem')), cert: certificate }, (_, outgoing) =>
    outgoing.writeHead(status).end(text),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns the findings on name, certificate and server; without text if all is well. */
async function look(origin: string, { found = ['127.0.0.1'], believed = true } = {}): Promise<string[]> {
  const findings = await examineSite(origin, {
    resolve: () => Promise.resolve(found),
    ...(believed && { authority: certificate }),
  });
  expect(findings.map(({ part }) => part)).toEqual(['name', 'certificate', 'server']);
  for (const { state, todo = '' } of findings) expect(todo === '').toBe(state === 'ok');
  return findings.map(({ state, text }) => (state === 'ok' ? 'ok' : text));
}

const READY = '{"status":"ready"}';

test('site that is resolved, trusted and ready: no findings', async () => {
  const port = await serve(200, READY);
  expect(await look(`https://madang.test:${port}`)).toEqual(['ok', 'ok', 'ok']);
});

test('name unknown to DNS, or of this machine only: has a line about it', async () => {
  const unseen = ['not checked', 'not checked'];
  expect(await look('https://madang.test', { found: [] })).toEqual([
    'DNS has no address of madang.test',
    ...unseen,
  ]);
  expect(await look('http://localhost:3000')).toEqual([
    'only this machine reaches http://localhost:3000',
    ...unseen,
  ]);
});

test('self-signed certificate or wrong name: has a line, and the server is still checked', async () => {
  const port = await serve(503, '');
  const none = 'no server is ready: /health/ready answers 503';
  expect(await look(`https://madang.test:${port}`, { believed: false })).toEqual([
    'ok',
    'browsers reject it: DEPTH_ZERO_SELF_SIGNED_CERT',
    none,
  ]);
  expect(await look(`https://other.test:${port}`)).toEqual([
    'ok',
    'browsers reject it: ERR_TLS_CERT_ALTNAME_INVALID',
    none,
  ]);
});

test('foreign server and no server: have different lines', async () => {
  for (const [status, text] of [
    [404, 'Not Found'],
    [200, '<html>Welcome to nginx!</html>'],
  ] as const) {
    const port = await serve(status, text);
    const [, , said] = await look(`https://madang.test:${port}`);
    expect(said).toBe(`something other than Madang answers: /health/ready answers ${status}`);
    server?.close();
  }
  const [name, certificateSaid, said] = await look('https://madang.test:1');
  expect([name, certificateSaid]).toEqual(['ok', 'not checked']);
  expect(said).toMatch(/^nothing answers at https:\/\/madang\.test:1: .*ECONNREFUSED/);
});

test('proxy that answers for a stopped server: reported as a server that is not ready', async () => {
  for (const status of [502, 503, 504]) {
    const port = await serve(status, `<html><h1>${status} Bad Gateway</h1><hr>nginx</html>`);
    const [, , said] = await look(`https://madang.test:${port}`);
    expect(said).toBe(`no server is ready: /health/ready answers ${status}`);
    server?.close();
  }
});

test('remembered site: checked once a minute, and unchecked after five seconds without an answer', async () => {
  vi.useFakeTimers();
  const ready: Finding[] = [{ part: 'name', state: 'ok', text: 'found' }];
  const examine = vi.fn<typeof examineSite>().mockResolvedValueOnce(ready);
  const read = rememberSite('https://madang.test', examine);
  expect(await read()).toEqual(ready);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await read()).toEqual(ready);
  expect(examine).toHaveBeenCalledTimes(1);
  examine.mockReturnValueOnce(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1_000);
  const late = read();
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await late).map(({ cause }) => cause)).toEqual(['unchecked', 'unchecked', undefined]);
  expect(examine.mock.calls).toEqual([['https://madang.test'], ['https://madang.test']]);
});
