import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { posterFile, POSTERS, sceneFile, SCENES } from './pictures.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

it('lists every poster and every scene that is drawn, each with a text of its own', async () => {
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
