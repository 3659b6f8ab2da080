import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { afterAll, expect, inject, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { expectEmpty, fillSource, Places, readImages, type Place } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { DatabaseError } from '../database/database.ts';
import type { ImageStore } from '../images/image-store.ts';

// Each rejection is one line, also in a dry run, and leaves the place empty.

const folder = makeFolder('refusals');
const source = await startTestApp();
const { leaver } = await fillSource(source);

const places: Places = new Places(folder, source.campus);

const backupFile = join(folder, 'madang.tar.gz');

await operate(source, 'backup', backupFile);
afterAll(() => places.close());

async function finish(packing: Pack): Promise<string> {
  packing.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packing as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const file = join(folder, 'repacked');
  await writeFile(file, gzipSync(Buffer.concat(chunks)));
  return file;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const refused = async (place: Place, file: string) => {
  const tried = await operate(place, 'restore', file, '--dry-run');
  const { code, errors } = await operate(place, 'restore', file);
  expect([code, errors.split('\n').length]).toEqual([1, 1]);
  expect([tried.code, tried.errors]).toEqual([code, errors]);
  await expectEmpty(place);
  return errors;
};
const alter = async (name: string, change: (bytes: Buffer) => Buffer) => {
  const file = join(folder, name);
  await writeFile(file, change(await readFile(backupFile)));
  return file;
};

test('a truncated, damaged, altered or foreign file', async () => {
  const place = await places.open();
  for (const share of [0, 0.1, 0.5, 0.99])
    expect(
      await refused(place, await alter('cut', (bytes) => bytes.subarray(0, bytes.length * share))),
    ).toMatch(/truncated/);
  const size = (await stat(backupFile)).size;
  for (const share of [0.2, 0.5, 0.8]) {
    const flipped = await alter('flipped', (bytes) => {
      const at = Math.floor(size * share);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    });
    await refused(place, flipped);
  }
  await refused(place, await alter('other', () => Buffer.from('no archive')));
  await refused(place, join(folder, 'nothing-there'));
  // Packed again, to make only the checksums wrong.
  const changed = await alter('changed', (bytes) => {
    const plain = gunzipSync(bytes);
    const at = plain.indexOf('백업하는이');
    plain.write('복', at);
    return gzipSync(plain);
  });
  expect(await refused(place, changed)).toContain('tables/users.jsonl differs from the manifest');
});

test('a newer version’s backup, an unknown table or column, rows that do not fit', async () => {
  const place = await places.open();
  const repack = async (change: (text: string, name: string) => string) => {
    const [packing, reading] = [pack(), extract()];
    reading.end(gunzipSync(await readFile(backupFile)));
    for await (const entry of reading) {
      const parts: Uint8Array[] = [];
      for await (const part of entry as AsyncIterable<Uint8Array>) parts.push(part);
      const bytes = Buffer.concat(parts);
      const { name } = entry.header;
      packing.entry({ name }, /\.jsonl?$/.test(name) ? change(bytes.toString(), name) : bytes);
    }
    return finish(packing);
  };
  const inManifest = (from: RegExp, to: string) =>
    repack((text, name) => (name === 'manifest.json' ? text.replace(from, to) : text));
  expect(await refused(place, await inManifest(/"migration": \d+/, '"migration": 9999'))).toContain(
    'newer version (migration 9999',
  );
  expect(await refused(place, await inManifest(/"nickname"/, '"nick; DROP TABLE posts"'))).toContain(
    'has no place for users.nick; DROP TABLE posts',
  );
  expect(await refused(place, await inManifest(/"version": 1/, '"version": 2'))).toContain(
    'cannot be read by this version',
  );
  const sums: [string, string][] = [];
  const strange = await repack((text, name) => {
    if (name === 'manifest.json')
      return sums.reduce((manifest, [before, after]) => manifest.replace(before, after), text);
    const changed = name === 'tables/likes.jsonl' ? text.replaceAll(leaver.id, randomUUID()) : text;
    sums.push([sha256(text), sha256(changed)]);
    return changed;
  });
  expect(await refused(place, strange)).toMatch(/its rows do not fit: .*likes_user_id_fkey/);
});

test('existing images, and a running server', async () => {
  const place = await places.open();
  await place.images.put('posts/left/over.webp', Buffer.from('x'));
  const { code, errors } = await operate(place, 'restore', backupFile);
  expect([code, errors]).toEqual([1, expect.stringContaining('the image store is not empty')]);
  if (inject('engine') === 'postgres') {
    const served = await startTestApp();
    expect((await operate(served, 'restore', backupFile)).errors).toContain('a server runs');
    await served.close();
  }
});

test('image store that fails halfway, and a disk full there or under the database', async () => {
  const full = 'nothing was kept: make room and begin again with a fresh place';
  const failures = [
    [
      Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'write' }),
      'operator: EIO: i/o error',
    ],
    [
      Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      }),
      `operator: the disk is full (ENOSPC: no space left on device, write); ${full}`,
    ],
    [
      new DatabaseError('53100', 'could not extend file', undefined, undefined),
      `operator: the disk is full (could not extend file); ${full}`,
    ],
  ] as const;
  for (const [failure, said] of failures) {
    const place = await places.open();
    let puts = 0;
    const images: ImageStore = {
      ...place.images,
      put: async (key, bytes) => {
        puts += 1;
        if (puts === 3) throw failure;
        await place.images.put(key, bytes);
      },
    };
    const { code, errors } = await operate({ ...place, images }, 'restore', backupFile);
    expect([code, errors]).toEqual([1, said]);
    await expectEmpty(place);
  }
});

test('database lost at the commit, or failing after it: pictures with rows stay', async () => {
  for (const at of ['commit', 'ANALYZE']) {
    const place = await places.open();
    const gone = () => new DatabaseError('unavailable', 'terminated', undefined, undefined);
    const database = {
      ...place.database,
      transaction: async <Result>(work: Parameters<typeof place.database.transaction<Result>>[0]) => {
        const result = await place.database.transaction(work);
        if (at === 'commit') throw gone();
        return result;
      },
      change: (sql: string, values?: readonly unknown[]) =>
        sql === at ? Promise.reject(gone()) : place.database.change(sql, values),
    };
    const failed = await operate({ ...place, database }, 'restore', backupFile);
    expect([failed.code, failed.errors.split('\n').length]).toEqual([1, 1]);
    expect(await readImages(place.images)).toEqual(await readImages(source.images));
  }
});
