import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawBuildings } from '../draw/buildings/draw-buildings.ts';
import { drawEmpties, drawIcon } from '../draw/signs.ts';

/** The pictures among these that differ from the stored ones. */
async function changed(folder: string, pictures: ReadonlyMap<string, string>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, svg] of pictures) {
    const stored = await readFile(new URL(`../pictures/${folder}/${name}.svg`, import.meta.url), 'utf8');
    if (stored !== svg) names.push(name);
  }
  return names;
}

it('draws the same vector pictures as the ones stored, so nobody has changed one by hand', async () => {
  expect(await changed('buildings', drawBuildings())).toEqual([]);
  expect(await changed('empty', drawEmpties())).toEqual([]);
  expect(await changed('.', new Map([['icon', drawIcon()]]))).toEqual([]);
});
