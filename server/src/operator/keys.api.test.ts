import { createHmac, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { operateIn } from '../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { readConfig } from '../config.ts';
import { openKeys } from '../open.ts';
import { deleteFormerSecret, type InstallationKey } from '../lib/installation-keys.ts';

let testApp: TestApp;
let folder: string;
let file: string;
beforeEach(async () => {
  testApp = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'madang-keys-'));
  file = join(folder, 'installation-keys.json');
});
afterEach(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const run = (...words: string[]) => operateIn({ DATA_DIR: folder }, testApp, ...words);
const open = () => openKeys(readConfig({ DATA_DIR: folder }), testApp.database);
const readFile = () => (JSON.parse(readFileSync(file, 'utf8')) as { keys: InstallationKey[] }).keys;
const codeOf = async () => (await open()).mac('officeLink', 'text').toString('hex');
const codesOf = async () => (await open()).macs('officeLink', 'text').map((mac) => mac.toString('hex'));

test('[SF-01] keys: created once in a file; neither the database nor a backup contains one', async () => {
  const secret = randomBytes(32);
  await testApp.database.change(`INSERT INTO installation (key, value) VALUES ('secret', $1)`, [
    secret.toString('base64url'),
  ]);
  // Two processes that start at once.
  const opened = await Promise.all([open(), open()]);
  expect(new Set(opened.map((keys) => keys.mac('tag', 'text').toString('hex'))).size).toBe(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // Hashes made with the former secret are recognized.
  const former = createHmac('sha256', secret).update('text').digest('hex');
  expect(await codesOf()).toEqual([expect.not.stringMatching(former), former]);

  const kept = () => testApp.database.rows(`SELECT FROM installation WHERE key = 'secret'`);
  await deleteFormerSecret(testApp.database);
  expect(await kept()).toHaveLength(1);
  await testApp.database.change(
    `UPDATE installation SET value = '2026-01-01T00:00:00.000Z' WHERE key LIKE 'key %'`,
  );
  await deleteFormerSecret(testApp.database);
  expect(await kept()).toEqual([]);
  expect(await codesOf()).toContain(former);

  const backup = join(folder, 'backup.tar.gz');
  expect((await run('backup', backup)).code).toBe(0);
  const archive = gunzipSync(readFileSync(backup)).toString('latin1');
  expect(archive).toContain('tables/installation.jsonl');
  const keys = readFile();
  expect(keys).toHaveLength(2);
  expect(keys.filter(({ key }) => archive.includes(key))).toEqual([]);
});

test('[SF-01] keys rotate makes a new key, and what the older ones made is recognized', async () => {
  const before = await codeOf();
  const rotated = await run('keys', 'rotate');
  expect(rotated).toMatchObject({
    code: 0,
    output: `2 keys are in ${file}; servers use the new one from their next start on`,
  });
  expect(readFile().filter(({ key }) => rotated.output.includes(key))).toEqual([]);
  const after = await codeOf();
  expect(after).not.toBe(before);
  expect(await codesOf()).toEqual([after, before]);
  expect((await run('audit', 'list')).output).toContain('keys rotate');
});

test('a file that holds no keys keeps the server from starting, in one line', async () => {
  writeFileSync(file, '{}');
  await expect(open()).rejects.toThrow(`INSTALLATION_KEYS: ${file} holds no keys as the server makes them`);
  expect((await run('keys', 'add', file)).errors).toContain('holds no keys');
  expect((await run('keys', 'add', join(folder, 'nothing'))).errors).toContain('does not exist');
});

if (inject('engine') === 'postgres') {
  test('[SF-01] missing file: the server starts with other keys; doctor fails until the copy is added', async () => {
    const environment = { DATA_DIR: folder, DATABASE_URL: await addressOf(testApp.database) };
    const doctor = async () => {
      const { code, output } = await operateIn(environment, testApp, 'doctor');
      return [code, output.match(/keys  .*/)?.[0] ?? ''];
    };
    expect(await doctor()).toEqual([0, expect.stringContaining('the next start of the server creates it')]);
    const before = await codeOf();
    expect(await doctor()).toEqual([0, expect.stringMatching(/keys +1 in /)]);
    const copy = join(folder, 'copy.json');
    cpSync(file, copy);
    rmSync(file);
    expect(await doctor()).toEqual([
      1,
      expect.stringMatching(/does not exist; 1 used with this database are missing.*operator keys add/),
    ]);
    expect(await codesOf()).not.toContain(before);
    expect(await doctor()).toEqual([1, expect.stringContaining('1 used with this database')]);
    expect((await run('keys', 'add', copy)).code).toBe(0);
    expect(await doctor()).toEqual([0, expect.stringMatching(/keys +2 in /)]);
    expect(await codesOf()).toContain(before);
  });
}
