import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { builtServers } from '../testing/built-servers.ts';
import { faults, openFaultyStore } from '../testing/faulty-store.ts';
import { s3UrlOf, SWIFT } from '../testing/swift.ts';
import { settingsOf } from '../testing/test-images.ts';
import { openImageFolder, requireImages } from './open.ts';
import { createLog } from './log/log.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'madang-open-images-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Returns the log of a start with the store at this address. */
async function look(url: string): Promise<string> {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  await requireImages({ dataFolder: dataDir, s3: settingsOf(url) }, log);
  return lines.join('');
}

test.each([
  ['key', { keyId: 'test:nobody' }, /^S3_URL: \S+ does not take this key with this secret \(403 \w+\)$/],
  ['secret', { secret: 'another' }, /^S3_URL: \S+ does not take this key .*SignatureDoesNotMatch\)$/],
  ['region', { region: 'eu-west-1' }, /^S3_URL: \S+ has bucket pictures in another region than eu-west-1 /],
])('wrong %s: ends the start with a line about it', async (_, wrong, line) => {
  const work = look(s3UrlOf(inject('swift'), 'pictures', wrong));
  await expect(work).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringMatching(line) });
});

test('missing bucket, or host that is no store: also ends the start', async () => {
  await expect(look(s3UrlOf(inject('swift'), 'elsewhere'))).rejects.toThrow(
    /^S3_URL: \S+ has no bucket elsewhere/,
  );
  const way = await openFaultyStore(inject('swift'));
  way.fail(faults.page);
  await expect(look(s3UrlOf(way.origin, 'pictures'))).rejects.toThrow(
    /^S3_URL: what answers at \S+ is no S3 store/,
  );
  await way.close();
});

test('unreachable store: reported, and the rest of the site works', async () => {
  expect(await look(s3UrlOf('http://127.0.0.1:9', 'pictures'))).toContain(
    'pictures are unavailable until their store answers',
  );
  expect(await look(inject('s3Url'))).toBe('');
});

test('pictures left in the data folder: reported', async () => {
  await openImageFolder({ dataFolder: dataDir }).put(`EventImg/${randomUUID()}.png`, Buffer.from('x'));
  expect(await look(inject('s3Url'))).toContain('operator images move store');
});

const { dataFolder, start, startReady } = builtServers();

test('wrong secret: one line, exit 1, nothing written; the right one: logs the picture location', async () => {
  const run = start({ S3_URL: s3UrlOf(inject('swift'), 'pictures', { secret: 'another-secret' }) });
  expect(await run.exit).toBe(1);
  expect(run.errors).toMatch(/^S3_URL: [^\n]+SignatureDoesNotMatch\)\n$/);
  expect(run.errors).not.toContain('another-secret');
  expect(existsSync(dataFolder())).toBe(false);

  const server = await startReady({ S3_URL: inject('s3Url'), DEMO: '0' }, { fresh: true });
  expect(server.output).toContain(`bucket pictures at ${new URL(inject('swift')).host}`);
  expect(server.output + server.errors).not.toContain(SWIFT.secret);
  expect(server.output + server.errors).not.toContain(encodeURIComponent(SWIFT.secret));
});
