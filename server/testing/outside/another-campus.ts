import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../campus', import.meta.url));
const SPECIAL_KINDS = ['hidden', 'notice', 'question', 'festival'];

/** Campus folder of another university, made according to campus/README.md. */
export interface AnotherCampus {
  university: string;
  domain: string;
  categories: readonly string[];
  /** Building names by category. */
  buildings: ReadonlyMap<string, readonly string[]>;
}

/** Returns a university with that many categories of four buildings each. */
export function makeAnotherCampus(categoryCount: number): AnotherCampus {
  const categories = ['문과', '이과', '예술', '체육', '의료', '국제', '연구', '생활'].slice(0, categoryCount);
  const buildings = new Map(
    categories.map((category) => [category, [1, 2, 3, 4].map((number) => `${category}${number}관`)]),
  );
  return { university: '한빛대학교', domain: 'hanbit.ac.kr', categories, buildings };
}

/** Writes the campus into an empty folder: no posters or scenes, one picture for the first building. */
export async function writeAnotherCampus(
  folder: string,
  { university, domain, categories, buildings }: AnotherCampus,
): Promise<void> {
  const settings = JSON.parse(await readFile(join(repository, 'campus.json'), 'utf8')) as object;
  await mkdir(join(folder, 'pictures', 'buildings'), { recursive: true });
  await writeFile(
    join(folder, 'campus.json'),
    JSON.stringify({
      ...settings,
      university: { name: university, domain },
      placeholderPictures: [],
      buildingNicknames: {},
      reservedNicknames: { parts: ['운영자'], whole: [university] },
      categories: categories.map((name) => ({ name, tab: name })),
      keywordCategories: categories.map((category, index) => ({ id: index + 1, label: category, category })),
    }),
  );
  const rows = (await readFile(join(repository, 'buildings.tsv'), 'utf8')).trimEnd().split('\n');
  const special = rows.filter((row) => SPECIAL_KINDS.includes(row.split('\t').at(-1) ?? ''));
  const own = [...buildings].flatMap(([category, names], place) =>
    names.map((name, index) =>
      [`hall-${place + 1}-${index + 1}`, name, category, `${name}입니다.`, 'building'].join('\t'),
    ),
  );
  await writeFile(join(folder, 'buildings.tsv'), [rows[0], ...own, ...special, ''].join('\n'));
  const pictures = ['icon.svg', 'touch-icon.png', 'share.png', 'welcome.webp', 'welcome-dark.webp', 'empty'];
  for (const file of ['terms.ko.json', 'privacy.ko.json', 'pictures/buildings/placeholder.svg'])
    await cp(join(repository, file), join(folder, file));
  for (const name of pictures)
    await cp(join(repository, 'pictures', name), join(folder, 'pictures', name), { recursive: true });
  await cp(
    join(repository, 'pictures', 'buildings', 'main-hall.svg'),
    join(folder, 'pictures', 'buildings', 'hall-1-1.svg'),
  );
}
