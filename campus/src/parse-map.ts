import { MAP_AREAS, MAP_LINES, MAP_POINTS } from '@madang/contract/campus/rules';
import type { CampusBoard, CampusMap, MapShape, Point } from './campus.ts';
import { type Mistakes, readRows, type ReportField, reportTwice } from './table.ts';

const FILE = 'map.tsv';
const COLUMNS = ['kind', 'id', 'points', 'at', 'name'] as const;
type Row = Record<(typeof COLUMNS)[number], string>;
/** More than any map has. */
const ROWS_MAX = 10_000;

/** Minimum and maximum points of a kind, and whether it has a name. */
interface Kind {
  least: number;
  most: number;
  named: 'always' | 'maybe' | 'never';
}

const each = (kinds: readonly string[], kind: Kind) => kinds.map((name) => [name, kind] as const);
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['grid', { least: 1, most: 1, named: 'never' }],
  ['building', { least: 3, most: 60, named: 'maybe' }],
  ...each(MAP_AREAS, { least: 3, most: 60, named: 'maybe' }),
  ...each(MAP_LINES, { least: 2, most: 60, named: 'never' }),
  ...each(MAP_POINTS, { least: 1, most: 1, named: 'always' }),
  ['road', { least: 2, most: 60, named: 'maybe' }],
  ['lift', { least: 1, most: 1, named: 'never' }],
]);

/** Parses a map of shapes, in metres from the north-west. Unusable with any mistake. Checks building ids only with boards. */
export function parseMap(
  text: string,
  boards: readonly CampusBoard[] | null,
  mistakes: Mistakes,
): CampusMap | null {
  const all = readRows(text, COLUMNS, ROWS_MAX, { file: FILE, mistakes });
  if (!all) return null;
  const rows = all.flatMap(({ cells, line, report }) => {
    if (KINDS.has(cells.kind)) return [{ ...cells, line, report }];
    report('kind', `"${cells.kind}" is none of ${[...KINDS.keys()].join(', ')}`);
    return [];
  });
  const [grid, second] = rows.filter(({ kind }) => kind === 'grid');
  const [size] = grid ? readPoints(grid, grid.report) : [];
  if (!grid) mistakes.add(FILE, 'has no grid: a row of that kind says how wide and high it is, in metres');
  second?.report('kind', 'there is a grid already');
  const map: CampusMap = {
    width: size?.x ?? Infinity,
    height: size?.y ?? Infinity,
    buildings: [],
    shapes: [],
  };
  const lineOfId = new Map<string, number>();
  for (const { line, report, ...row } of rows.filter(({ kind }) => kind !== 'grid')) {
    const shape = readShape(row, map, report);
    if (row.kind !== 'building') {
      if (row.id !== '') report('id', 'only a building has one');
      map.shapes.push({ ...shape, kind: row.kind as MapShape['kind'] });
      continue;
    }
    reportTwice('id', row.id, lineOfId, line, report);
    checkBuilding(row, boards, report);
    map.buildings.push({ ...shape, id: row.id });
  }
  return map;
}

function readPoints({ kind, points }: Pick<Row, 'kind' | 'points'>, report: ReportField): Point[] {
  const { least, most } = KINDS.get(kind) ?? { least: 1, most: 1 };
  const words = points.split(' ').filter(Boolean);
  if (words.length < least || words.length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    report('points', `has ${words.length} points, a ${kind} has ${wanted}`);
  }
  return words.flatMap((word) => readPoint(word, 'points', report) ?? []);
}

function readPoint(word: string, field: 'points' | 'at', report: ReportField): Point | null {
  const [, x, y] = /^(\d{1,5}),(\d{1,5})$/.exec(word) ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  report(field, `"${word}" is no point such as 120,45: metres to the east and to the south`);
  return null;
}

function readShape(row: Row, map: CampusMap, report: ReportField): Omit<MapShape, 'kind'> {
  const { kind, name } = row;
  const points = readPoints(row, report);
  for (const { x, y } of points)
    if (x > map.width || y > map.height) report('points', `${x},${y} is outside the grid`);
  const isArea = kind === 'building' || MAP_AREAS.some((area) => area === kind);
  const named = KINDS.get(kind)?.named;
  if (named === 'always' && name.trim() === '') report('name', `a ${kind} has one`);
  if (named === 'never' && name !== '') report('name', `a ${kind} has none`);
  if (name !== name.trim()) report('name', 'starts or ends with a space');
  const at = (row.at === '' ? null : readPoint(row.at, 'at', report)) ?? middleOf(points);
  if (isArea && points.length > 2) {
    if (areaOf(points) === 0) report('points', 'encloses nothing');
    else if (!isInside(at, points))
      report(
        'at',
        row.at === '' ? 'the middle is outside the shape: say where its name stands' : 'is outside the shape',
      );
  }
  return { points, at, label: name === '' ? null : name.split('|') };
}

/** Checks a building; its name only marks possible line breaks. */
function checkBuilding({ id, name }: Row, boards: readonly CampusBoard[] | null, report: ReportField): void {
  const building = boards?.find((board) => board.id === id && board.kind === 'building');
  if (boards && !building) report('id', `"${id}" is no building of buildings.tsv`);
  if (building && name !== '' && name.replaceAll('|', '') !== building.name)
    report('name', `is not "${building.name}" with | where a line may end`);
}

/** Returns the mean of the corners, inside every shape without notch. */
function middleOf(points: readonly Point[]): Point {
  const mean = (axis: 'x' | 'y') =>
    Math.round(points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return { x: mean('x'), y: mean('y') };
}

/** Returns pairs of neighbours, including the last and the first. */
const sidesOf = (points: readonly Point[]) =>
  points.map((from, index) => [from, points[(index + 1) % points.length] ?? from] as const);

function areaOf(points: readonly Point[]): number {
  return sidesOf(points).reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0);
}

/** Whether a ray to the east crosses the outline an odd number of times. */
function isInside({ x, y }: Point, points: readonly Point[]): boolean {
  const crossed = sidesOf(points).filter(
    ([from, to]) =>
      from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x),
  );
  return crossed.length % 2 === 1;
}
