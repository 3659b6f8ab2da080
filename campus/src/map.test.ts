import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LABEL_LINE, LABEL_SIZE, MAP_START, MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/rules';
import type { CampusBoard } from './campus.ts';
import { Mistakes } from './table.ts';
import { loadCampus } from './load-campus.ts';
import { parseMap } from './parse-map.ts';
import { type Label, placeLabels } from './place-labels.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const HEAD = 'kind\tid\tpoints\tat\tname';
const hall = (id: string, name: string): CampusBoard => ({
  id,
  name,
  category: '인문',
  info: '건물입니다.',
  kind: 'building',
  seats: '',
});
const boards = [hall('main-hall', '본관'), hall('west-hall', '서관'), hall('old-hall', '옛 강당')];

function parse(...rows: string[]) {
  const mistakes = new Mistakes();
  const map = parseMap([HEAD, ...rows, ''].join('\n'), boards, mistakes);
  return { map, said: mistakes.found.map(({ message }) => message) };
}

test('map: parses shapes on a grid of metres; a name may have line breaks', () => {
  const { map, said } = parse(
    'grid\t\t200,100\t\t',
    'green\t\t0,0 200,0 200,100\t\t',
    'road\t\t0,50 200,50\t20,50\t안암로',
    'building\tmain-hall\t10,10 50,10 50,40 10,40\t\t',
    'building\told-hall\t60,10 90,10 90,20 70,20 70,40 60,40\t65,30\t옛 |강당',
    'gate\t\t100,90\t\t정문',
  );
  expect(said).toEqual([]);
  expect(map).toMatchObject({ width: 200, height: 100 });
  expect(map?.buildings).toMatchObject([
    { id: 'main-hall', at: { x: 30, y: 25 }, label: null },
    { id: 'old-hall', at: { x: 65, y: 30 }, label: ['옛 ', '강당'] },
  ]);
  expect(map?.shapes.map(({ kind, label }) => [kind, label])).toEqual([
    ['green', null],
    ['road', ['안암로']],
    ['gate', ['정문']],
  ]);
});

test('every mistake of a map is named with its line', () => {
  const mistakes = [
    ['building\tnowhere\t10,10 50,10 50,40\t\t', 'field "id": "nowhere" is no building of buildings.tsv'],
    ['building\tmain-hall\t10,10 50,10 10,40\t\t', null],
    ['building\tmain-hall\t10,10 50,10 10,40\t\t', 'field "id": "main-hall" already stands in line 4'],
    ['building\twest-hall\t10,10 250,10 10,40\t20,15\t', 'field "points": 250,10 is outside the grid'],
    ['green\t\t10,10 5O,10 10,40 1,1\t8,20\t', 'field "points": "5O,10" is no point such as 120,45'],
    ['green\t\t10,10 -5,10 10,40 1,1\t8,20\t', 'field "points": "-5,10" is no point'],
    ['green\t\t10,10 20,20 30,30\t\t', 'field "points": encloses nothing'],
    ['building\told-hall\t10,10 50,10 50,40\t120,90\t', 'field "at": is outside the shape'],
    ['green\t\t0,0 9,0 9,2 2,2 2,9 0,9\t\t', 'field "at": the middle is outside the shape'],
    ['green\t\t0,0 9,0 9,9\there\t', 'field "at": "here" is no point'],
    ['road\t\t10,10\t\t', 'field "points": has 1 points, a road has 2 to 60'],
    ['road\tmain-hall\t10,10 20,20\t\t', 'field "id": only a building has one'],
    ['gate\t\t10,10\t\t', 'field "name": a gate has one'],
    ['steps\t\t10,10 20,20\t\t계단', 'field "name": a steps has none'],
    ['place\t\t10,10\t\t 역', 'field "name": starts or ends with a space'],
    ['tree\t\t10,10\t\t', 'field "kind": "tree" is none of grid, building, green,'],
    ['grid\t\t100,100\t\t', 'field "kind": there is a grid already'],
    ['gate\t\t10,10', 'has 3 columns instead of 5'],
  ] as const;
  const { said } = parse('grid\t\t200,100\t\t', ...mistakes.map(([row]) => row));
  const missing = mistakes.filter(
    ([, problem], index) =>
      problem !== null && !said.some((line) => line.includes(`line ${index + 3}`) && line.includes(problem)),
  );
  expect(missing).toEqual([]);
  expect(said.join('\n')).not.toContain('line 4,');
  expect(parse('building\tmain-hall\t1,1 9,1 9,9\t\t본|과').said).toEqual(
    [
      'map.tsv line 2, field "name": is not "본관" with | where a line may end',
      expect.stringContaining('map.tsv has no grid') as string,
    ].toReversed(),
  );
  const columns = new Mistakes();
  expect(parseMap('id\tpoints\n', boards, columns)).toBeNull();
  expect(columns.found[0]?.message).toBe('map.tsv line 1: the columns must be kind, id, points, at, name');
});

test('this campus: the map contains all its 48 buildings', async () => {
  const { map, boards: own } = await loadCampus(FOLDER);
  const ids = own.filter(({ kind }) => kind === 'building').map(({ id }) => id);
  expect(map?.buildings.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect((await readFile(`${FOLDER}map.tsv`)).length).toBeLessThan(12_000);
});

/** Labels that overlap at a zoom. In a browser a syllable is as wide as high, a digit narrower. */
function onEachOther(
  labels: readonly Label[],
  from: readonly (number | null)[],
  step: number,
  width: number,
) {
  const metres = width / (MAP_WIDTH * (MAP_ZOOMS[step] ?? 1));
  const shown = labels.filter((_, index) => (from[index] ?? Infinity) <= step);
  const size = ({ lines }: Label) => ({
    x:
      Math.max(...lines.map((line) => line.length - 0.35 * line.replaceAll(/\D/g, '').length)) *
      LABEL_SIZE *
      metres,
    y: lines.length * LABEL_LINE * metres,
  });
  return shown.flatMap((one, index) =>
    shown.slice(index + 1).flatMap((other) => {
      const apart = (axis: 'x' | 'y') =>
        Math.abs(one.at[axis] - other.at[axis]) >= (size(one)[axis] + size(other)[axis]) / 2;
      return apart('x') || apart('y') ? [] : [[one.lines.join(''), other.lines.join('')]];
    }),
  );
}

test('labels never overlap, even on a campus of 300 buildings', () => {
  const crowded = Array.from({ length: 300 }, (_, index) => ({
    at: { x: 30 + (index % 20) * 60, y: 20 + Math.floor(index / 20) * 55 },
    lines: index % 3 === 0 ? [`제${index}공학`, '연구동'] : [`별관${index}`],
  }));
  // Two names at one point never fit.
  const labels = [
    ...crowded,
    { at: { x: 600, y: 350 }, lines: ['가운데'] },
    { at: { x: 600, y: 350 }, lines: ['또'] },
  ];
  const from = placeLabels(labels, { width: 1_240, height: 900 });
  MAP_ZOOMS.forEach((_, step) => expect([step, onEachOther(labels, from, step, 1_240)]).toEqual([step, []]));
  expect(from.at(-1)).toBeNull();
  const count = (step: number) => from.filter((one) => one !== null && one <= step).length;
  expect(count(MAP_START)).toBeGreaterThan(50);
  expect(count(MAP_ZOOMS.length - 1)).toBeGreaterThan(count(MAP_START));
});

test('labels: a single building is labelled at every zoom; no label crosses the edge', () => {
  const grid = { width: 100, height: 80 };
  expect(placeLabels([{ at: { x: 50, y: 40 }, lines: ['본관'] }], grid)).toEqual([0]);
  const [edge] = placeLabels([{ at: { x: 1, y: 40 }, lines: ['가장자리에 있는 건물'] }], grid);
  expect(edge).toBeNull();
});
