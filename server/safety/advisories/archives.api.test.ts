import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { expectEmpty, fillSource, Places } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Covers "Archives" in docs/advisories.md.

const folder = makeFolder('archives');
const testApp = await startTestApp();
await fillSource(testApp);

const places: Places = new Places(folder, testApp.campus);

const backup = join(folder, 'backup.tar.gz');

await operate(testApp, 'backup', backup);
afterAll(() => places.close());

interface Entry {
  header: Parameters<Pack['entry']>[0];
  body: Buffer | string;
}

/** Repacks the backup; `change` maps each entry. */
async function repack(file: string, change: (entry: Entry) => Entry[]): Promise<string> {
  const [packing, reading] = [pack(), extract()];
  reading.end(gunzipSync(await readFile(backup)));
  for await (const entry of reading) {
    const parts: Uint8Array[] = [];
    for await (const part of entry as AsyncIterable<Uint8Array>) parts.push(part);
    const original = { header: { name: entry.header.name }, body: Buffer.concat(parts) };
    for (const { header, body } of change(original)) packing.entry(header, body);
  }
  packing.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packing as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const path = join(folder, file);
  await writeFile(path, gzipSync(Buffer.concat(chunks)));
  return path;
}

test('[ADV-65] no entry of a restored archive is written outside, through links or by its name', async () => {
  const outside = join(folder, 'outside');
  await mkdir(outside);
  const isImage = ({ header }: Entry) => header.name.startsWith('images/');
  const link = (type: 'symlink' | 'link', name: string, linkname: string): Entry => ({
    header: { name, type, linkname },
    body: '',
  });
  const hostile: ((entry: Entry) => Entry[])[] = [
    link('symlink', 'images/posts', outside),
    link('link', 'images/posts/large.webp', `${outside}/large.webp`),
    link('symlink', 'images', '../outside'),
    { header: { name: 'images/posts', type: 'directory' as const }, body: '' },
  ].map((added) => {
    let done = false;
    return (entry) => {
      if (done || !isImage(entry)) return [entry];
      done = true;
      return [added, entry];
    };
  });
  // The manifest has the same names, so the checksums match.
  for (const name of [
    '../outside/x.webp',
    '../../outside/x.webp',
    `${outside}/x.webp`,
    '..\\..\\outside\\x.webp',
  ]) {
    let replaced = '';
    hostile.push((entry) => {
      if (isImage(entry) && replaced === '') {
        replaced = entry.header.name.slice('images/'.length);
        return [{ ...entry, header: { name: `images/${name}` } }];
      }
      if (entry.header.name !== 'manifest.json') return [entry];
      const text = entry.body.toString().replace(JSON.stringify(replaced), () => JSON.stringify(name));
      expect(text).toContain(JSON.stringify(name));
      return [{ ...entry, body: text }];
    });
  }
  const place = await places.open();
  for (const [index, change] of hostile.entries()) {
    const archive = await repack(`hostile-${index}.tar.gz`, change);
    const { code, errors } = await operate(place, 'restore', archive);
    expect([index, code, errors.split('\n').length]).toEqual([index, 1, 1]);
    await expectEmpty(place);
    expect(await readdir(outside)).toEqual([]);
  }
  // Repacked without a change, the backup is valid.
  const { code } = await operate(place, 'restore', await repack('whole.tar.gz', (entry) => [entry]));
  expect(code).toBe(0);
});
