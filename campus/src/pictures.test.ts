import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { loadCampus } from './load-campus.ts';
import { posterFile, POSTERS, sceneFile, SCENES } from './campus-files.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

it('lists every existing poster and scene, each with its own text', async () => {
  for (const files of [
    POSTERS.map(({ name }) => posterFile(FOLDER, name)),
    SCENES.map(({ name }) => sceneFile(FOLDER, name)),
  ]) {
    const folder = dirname(files[0] ?? '');
    expect((await readdir(folder)).toSorted()).toEqual(files.map((file) => basename(file)).toSorted());
  }
  const texts = [...POSTERS, ...SCENES].map(({ alt }) => alt);
  expect(new Set(texts).size).toBe(texts.length);
});

it('has the pictures of empty states', async () => {
  const empties = await readdir(join(FOLDER, 'pictures', 'empty'));
  expect(empties.toSorted()).toEqual(['posts.svg', 'search.svg']);
});

it('has building pictures that are all different, light and self-contained', async () => {
  const { boards, settings } = await loadCampus(FOLDER);
  const folder = join(FOLDER, 'pictures', 'buildings');
  const files = await readdir(folder);
  const drawn = boards.filter(
    (board) => board.kind === 'building' && !settings.placeholderPictures.includes(board.id),
  );
  expect(files.toSorted()).toEqual(
    [...drawn.map((board) => `${board.id}.svg`), 'placeholder.svg'].toSorted(),
  );
  const pictures = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  expect(new Set(pictures).size).toBe(files.length);
  for (const picture of pictures) {
    expect(Buffer.byteLength(picture)).toBeLessThan(6 * 1024);
    expect(picture).toContain('viewBox="0 0 320 200"');
    expect(picture).not.toMatch(/<script|<text|<image|<style|<foreignObject|href="[^#]|url\([^#]/);
  }
});

it.each([
  ...POSTERS.map(({ name }) => [posterFile(FOLDER, name), 840, 420, 60] as const),
  ...SCENES.map(({ name }) => [sceneFile(FOLDER, name), 960, 720, 40] as const),
  [join(FOLDER, 'pictures', 'share.png'), 1200, 630, 60] as const,
  [join(FOLDER, 'pictures', 'touch-icon.png'), 180, 180, 4] as const,
  [join(FOLDER, 'pictures', 'icon-192.png'), 192, 192, 4] as const,
  [join(FOLDER, 'pictures', 'icon-512.png'), 512, 512, 10] as const,
  [join(FOLDER, 'pictures', 'icon-maskable-512.png'), 512, 512, 10] as const,
  [join(FOLDER, 'pictures', 'welcome.webp'), 840, 420, 16] as const,
  [join(FOLDER, 'pictures', 'welcome-dark.webp'), 840, 420, 16] as const,
])('%s is %i by %i and lighter than %i KB', async (file, width, height, kilobytes) => {
  const opaque = /share|touch/.test(basename(file)) ? { format: 'png', hasAlpha: false } : {};
  expect(await sharp(file).metadata()).toMatchObject({ width, height, ...opaque });
  expect((await stat(file)).size).toBeLessThan(kilobytes * 1024);
});
