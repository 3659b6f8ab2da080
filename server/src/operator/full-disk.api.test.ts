import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMakeDisk, SmallDisk } from '../../safety/drills/small-disk.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { makePost, makeUpload, makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';

const testApp = await startTestApp();
const folder = makeFolder('full');
const user = await makeUser(testApp);

// More than fits on the disk, even compressed.
const letters = () => String.fromCodePoint(0xac00 + Math.floor(Math.random() * 11_000));

for (let made = 0; made < 3; made += 1)
  await makePost(user, 'main-hall', {
    uploadId: await makeUpload(user),
    body: Array.from({ length: 9_000 }, letters).join(''),
  });

test.runIf(canMakeDisk()).each([
  ['export', (place: string) => ['export', join(place, 'out')]],
  ['export --file', (place: string) => ['export', '--file', join(place, 'madang.json')]],
  ['stats --html', (place: string) => ['stats', '--html', join(place, 'stats.html')]],
  ['backup', (place: string) => ['backup', join(place, 'madang.tar.gz')]],
])('%s on a full disk: one line with the folder, and no partial file', async (name, words) => {
  const disk = new SmallDisk(join(folder, name.replaceAll(' ', '')), 1);
  try {
    disk.fill(20);
    const { code, errors } = await operate(testApp, ...words(disk.folder));
    expect(code).toBe(1);
    expect(errors).toMatch(/^operator: the disk of \S+ is full; free space, or name another folder$/);
    expect(errors).toContain(disk.folder);
    const left = await readdir(disk.folder, { recursive: true });
    expect(left.filter((file) => file !== 'filling')).toEqual(name === 'export' ? ['out'] : []);
  } finally {
    disk.remove();
  }
});
