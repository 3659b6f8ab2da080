import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Mistakes, writeTable } from './table.ts';
import { loadCampus } from './load-campus.ts';
import { AMENITY_COLUMNS, HOURS_COLUMNS, parseAmenities, parseOpeningHours } from './parse-places.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const buildings = new Set(['main-hall', 'west-hall']);

function read(parse: typeof parseOpeningHours, columns: readonly string[], rows: readonly string[]) {
  const mistakes = new Mistakes();
  const text = [columns.join('\t'), ...rows, ''].join('\n');
  const parsed = parse(text, { file: 'a.tsv', buildings, mistakes });
  return { parsed, said: mistakes.found.map(({ message }) => message) };
}
const readAmenities = (...rows: string[]) =>
  read((text, context) => parseAmenities(text, ['카페'], context) as never, AMENITY_COLUMNS, rows);
const readHours = (...rows: string[]) => read(parseOpeningHours, HOURS_COLUMNS, rows);

test('every mistake of a list of amenities is named with its line', () => {
  const { said } = readAmenities(
    'one\tmain-hall\t카페\tB1\t로비\tmon-fri 09:00-18:00\tyes\t답사\t2026-03-02\t',
    'one\tmain-hall\t카페\t1\t로비\t\t\t답사\t\t2026-03-02',
    'a b\tmain-hall\t카페\t1\t로비\t\t\t답사\t\t',
    'two\tnowhere\t카페\t1\t로비\t\t\t답사\t\t',
    'three\tmain-hall\t술집\t0\t \topen\tmaybe\t 답사\t2026-02-30\tsoon',
    `four\tmain-hall\t카페\t1\t${'가'.repeat(81)}\t\t\t답\u0007사\t\t`,
    'five\tmain-hall',
  );
  expect(said).toEqual([
    // The columns of all rows are looked at first.
    'a.tsv line 8: has 2 columns instead of 10',
    'a.tsv line 3, field "id": "one" already stands in line 2',
    'a.tsv line 4, field "id": "a b" is not 1 to 60 letters, digits or hyphens',
    'a.tsv line 5, field "building": "nowhere" is no building',
    'a.tsv line 6, field "kind": "술집" is none of 카페',
    'a.tsv line 6, field "floor": "0" is no floor such as 3 or B1',
    'a.tsv line 6, field "spot": is empty',
    'a.tsv line 6, field "source": starts or ends with a space',
    'a.tsv line 6, field "hours": "open" is not such as mon-fri 09:00-18:00; sat 10:00-14:00, or closed',
    'a.tsv line 6, field "stepFree": "maybe" is none of yes, no',
    'a.tsv line 6, field "confirmed": "2026-02-30" is no day such as 2026-03-02',
    'a.tsv line 6, field "gone": "soon" is no day such as 2026-03-02',
    'a.tsv line 7, field "spot": is longer than 80 letters',
    'a.tsv line 7, field "source": has letters that are not stored as they are',
  ]);
  const mistakes = new Mistakes();
  expect(parseAmenities('id\n', null, { file: 'a.tsv', buildings, mistakes })).toBeNull();
  expect(mistakes.found[0]?.message).toContain('a.tsv line 1: the columns must be id, building, kind');
});

test('opening hours: every mistake is named with its line; dated ranges must not overlap', () => {
  const { said } = readHours(
    'main-hall\t\t\tmon-fri 09:00-18:00\t안내판',
    'main-hall\t2026-04-13\t2026-04-24\tdaily 00:00-24:00\t안내판',
    'west-hall\t2026-04-13\t2026-04-24\tclosed\t안내판',
    'main-hall\t\t\tclosed\t안내판',
    'main-hall\t2026-04-24\t2026-04-30\tclosed\t안내판',
    'main-hall\t2026-06-01\t\tclosed\t안내판',
    'west-hall\t2026-06-02\t2026-06-01\t\t',
    'nowhere\t\t\tclosed\t안내판',
  );
  expect(said).toEqual([
    'a.tsv line 5, field "from": has days in common with line 2',
    'a.tsv line 6, field "from": has days in common with line 3',
    'a.tsv line 7, field "to": "" is no day such as 2026-03-02',
    'a.tsv line 7, field "to": is before 2026-06-01',
    'a.tsv line 8, field "source": is empty',
    'a.tsv line 8, field "hours": "" is not such as mon-fri 09:00-18:00; sat 10:00-14:00, or closed',
    'a.tsv line 8, field "to": is before 2026-06-02',
    'a.tsv line 9, field "building": "nowhere" is no building',
  ]);
});

test('example data: about 200 amenities of all eleven kinds, and hours of all buildings', async () => {
  const { amenities, hours, settings, boards } = await loadCampus(FOLDER);
  expect(amenities.length).toBeGreaterThan(180);
  expect(new Set(amenities.map(({ kind }) => kind))).toEqual(new Set(settings.searchTerms));
  const usual = hours.filter(({ from }) => from === '').map(({ building }) => building);
  const ids = boards.filter(({ kind }) => kind === 'building').map(({ id }) => id);
  expect(usual.toSorted()).toEqual(ids.toSorted());
  expect(hours.some(({ from }) => from !== '')).toBe(true);
  for (const { source } of [...amenities, ...hours]) expect(source).toBe('예시 자료');
  const text = writeTable(AMENITY_COLUMNS, amenities);
  const mistakes = new Mistakes();
  expect(parseAmenities(text, null, { file: 'a.tsv', buildings: null, mistakes })).toEqual(amenities);
});
