import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCampus, picturePath } from './load-campus.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['campus.json', 'buildings.tsv', 'terms.ko.json', 'privacy.ko.json', 'pictures'];

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'another-campus-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns a copy of the folder with other settings. */
async function copyWith(change: (settings: Record<string, unknown>) => void): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'copy-'));
  for (const name of FILES) await cp(join(FOLDER, name), join(folder, name), { recursive: true });
  const settings = JSON.parse(await readFile(join(folder, 'campus.json'), 'utf8')) as Record<string, unknown>;
  change(settings);
  await writeFile(join(folder, 'campus.json'), JSON.stringify(settings));
  return folder;
}

it('a building without a picture has the placeholder', async () => {
  const folder = await copyWith(() => {});
  await rm(join(folder, 'pictures', 'buildings', 'west-hall.svg'));
  const campus = await loadCampus(folder);
  const address = (id: string) => picturePath({ id, kind: 'building' }, campus);
  expect(address('west-hall')).toBe('/campus/buildings/placeholder.svg');
  expect(address('main-hall')).toBe('/campus/buildings/main-hall.svg');
});

it('the counts of categories are the campus’s own, 2 to 8', async () => {
  const load = async (count: number, browsed: number) => {
    const names = ['인문', '이공', '녹지', '의과', '예술', '체육', '국제', '연구', '기숙'].slice(0, count);
    const folder = await copyWith((settings) => {
      settings['categories'] = names.map((name) => ({ name, tab: name }));
      settings['keywordCategories'] = names
        .slice(0, browsed)
        .map((category, index) => ({ id: index + 1, label: category, category }));
      settings['placeholderPictures'] = [];
    });
    const rows = (await readFile(join(folder, 'buildings.tsv'), 'utf8')).split('\n');
    const own = rows.map((row) =>
      row.endsWith('\tbuilding')
        ? row
            .split('\t')
            .with(2, names[0] ?? '')
            .join('\t')
        : row,
    );
    await writeFile(join(folder, 'buildings.tsv'), own.join('\n'));
    return loadCampus(folder);
  };
  for (const count of [2, 3, 8]) {
    const { settings } = await load(count, count);
    expect([settings.categories.length, settings.keywordCategories.length]).toEqual([count, count]);
  }
  expect((await load(8, 1)).settings.keywordCategories).toHaveLength(1);
  for (const [count, browsed] of [
    [1, 1],
    [9, 3],
    [2, 0],
  ] as const)
    await expect(load(count, browsed)).rejects.toThrow(
      /^campus\.json line 1, field "(keywordC|c)ategories": /,
    );
});
