import { createHash } from 'node:crypto';
import type { Campus, CampusMap as DrawnMap, Point } from '@madang/campus/campus';
import { type Label, placeLabels } from '@madang/campus/place-labels';
import { ASK_AFTER_DAYS } from '@madang/contract/places/amenities';
import type { Amenity } from '@madang/contract/places/schema';
import type { BuildingHours } from '@madang/contract/places/open-hours';
import {
  LABEL_LINE,
  LABEL_SIZE,
  MAP_AREAS,
  MAP_POINTS,
  MAP_WIDTH,
  MAP_ZOOMS,
} from '@madang/contract/campus/rules';
import type { CampusMap } from '@madang/contract/campus/schema';
import type { CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import type { Database } from '../../database/database.ts';
import type { Router } from '../../http/router.ts';
import { type BoardRow, listBuildings } from '../campus/index.ts';
import { AMENITIES_TAG, readAmenities } from './amenity-reports.ts';

/** Registers the campus pack: buildings, map, amenities and hours. */
export function registerPack(
  router: Router,
  { database, campus }: { database: Database; campus: Campus },
): void {
  router.share('GET /api/campus/pack', async () => {
    const buildings = await listBuildings(database);
    const amenities = await readAmenities(database, campus.settings.timeZone);
    return { json: JSON.stringify(presentPack(campus, buildings, amenities)), tags: () => [AMENITIES_TAG] };
  });
}

function presentPack(
  { settings, map, synonyms }: Campus,
  rows: readonly BoardRow[],
  { amenities, hours }: { amenities: Amenity[]; hours: BuildingHours[] },
): CallOutput<Endpoints['GET /api/campus/pack']> {
  const pack = {
    buildings: rows.map(({ id, name, category, seats }) => ({ id, name, category, ...(seats && { seats }) })),
    map: map && presentMap(map, new Map(rows.map(({ id, name }) => [id, name]))),
    amenities,
    kinds: settings.searchTerms.map((name) => ({
      name,
      askAfterDays: settings.amenityDays?.[name] ?? ASK_AFTER_DAYS,
      ...(settings.amenityIcons?.[name] && { icon: settings.amenityIcons[name] }),
    })),
    hours,
    emergency: settings.emergency ?? [],
    ...(synonyms.length > 0 && {
      synonyms: synonyms.map(({ words, opens }) => ({ words: [...words], ...(opens && { opens }) })),
    }),
  };
  const version = createHash('sha256').update(JSON.stringify(pack)).digest('base64url').slice(0, 12);
  return { version, ...pack };
}

/** Returns the map of existing buildings with their present names. */
export function presentMap(map: DrawnMap, names: ReadonlyMap<string, string>): CampusMap {
  const buildings = map.buildings
    .flatMap(({ label, ...building }) => {
      const name = names.get(building.id);
      return name === undefined ? [] : [{ ...building, lines: linesOf(name, label) }];
    })
    .sort((one, other) => one.at.x - other.at.x);
  const bySize = buildings.toSorted((one, other) => extentOf(other.points) - extentOf(one.points));
  const named = map.shapes.flatMap(({ at, label }) => (label ? [{ at, lines: label }] : []));
  const labels: Label[] = [...bySize, ...named];
  const from = placeLabels(labels, map);
  const place = ({ at, lines }: Label, index: number) => ({
    ...at,
    lines: [...lines],
    from: from[index] ?? null,
  });
  return {
    width: map.width,
    height: map.height,
    shapes: map.shapes.map(({ kind, points, at, label }) => ({
      kind,
      d: draw(
        points,
        MAP_AREAS.some((area) => area === kind),
      ),
      ...(label
        ? {
            label: place(
              { at, lines: label },
              labels.findIndex(({ lines }) => lines === label),
            ),
          }
        : {}),
    })),
    buildings: buildings.map((building) => ({
      id: building.id,
      d: draw(building.points, true),
      label: place(building, bySize.indexOf(building)),
    })),
  };
}

/** Uses the map's line breaks; renamed buildings break at spaces. */
function linesOf(name: string, drawn: readonly string[] | null): readonly string[] {
  return drawn?.join('') === name ? drawn : name.split(/(?<= )/);
}

function extentOf(points: readonly Point[]): number {
  const across = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return across(points.map(({ x }) => x)) * across(points.map(({ y }) => y));
}

/** A point is a zero-length line with a round cap. */
function draw(points: readonly Point[], closed: boolean): string {
  const corners = points.map(({ x, y }) => `${x},${y}`).join(' ');
  return `M${corners}${closed ? 'Z' : ''}${points.length === 1 ? 'h0' : ''}`;
}

/** Zoom step that shows most names. */
const STEP = 2;
const ZOOM = MAP_ZOOMS[STEP];
const STYLE = `
  svg { background: #f4efe4; font-family: sans-serif; text-anchor: middle }
  path { fill: none; stroke: #fffdf8; stroke-linecap: round; stroke-linejoin: round }
  .green { fill: #dbe7c6; stroke: none } .road { stroke-width: 22px } .path { stroke-width: 8px }
  .steps, .slope { stroke: #b98a6c; stroke-dasharray: 2 4; stroke-width: 6px } .gate, .lift { stroke: #5f6b4e; stroke-width: 10px }
  .building { fill: #f0c9ac; stroke: #b98a6c; stroke-width: 2px }
  text { fill: #3a2c26; stroke: #fff6ec; stroke-width: .2em; paint-order: stroke }`;

/** Returns the map as SVG, in the app's middle zoom. */
export function drawMap({ width, height, shapes, buildings }: CampusMap): string {
  const labels = [...buildings, ...shapes].flatMap(({ label }) =>
    label && label.from !== null && label.from <= STEP ? [label] : [],
  );
  const line = LABEL_LINE / LABEL_SIZE;
  const texts = labels.map(({ x, y, lines }) => {
    const spans = lines.map((text, index) => {
      const down = index === 0 ? 0.36 - ((lines.length - 1) * line) / 2 : line;
      return `<tspan x="${x}" dy="${down.toFixed(2)}em">${escapeText(text)}</tspan>`;
    });
    return `<text x="${x}" y="${y}">${spans.join('')}</text>`;
  });
  const isMark = ({ kind }: { kind: string }) => MAP_POINTS.some((point) => point === kind);
  const walls = buildings.map(({ d }) => ({ kind: 'building', d }));
  const paths = [...shapes.filter((shape) => !isMark(shape)), ...walls, ...shapes.filter(isMark)].map(
    ({ kind, d }) => `<path class="${kind}" d="${d}"/>`,
  );
  const size = ((width * LABEL_SIZE) / MAP_WIDTH / ZOOM).toFixed(2);
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${MAP_WIDTH * ZOOM * 16}" font-size="${size}">`;
  return [root, `<style>${STYLE}</style>`, ...paths, ...texts, '</svg>'].join('\n');
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
