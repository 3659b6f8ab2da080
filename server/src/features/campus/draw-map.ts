import { LABEL_LINE, LABEL_SIZE, MAP_POINTS, MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/map-rules';
import type { CampusMap } from '@madang/contract/campus/schema';

/** Large enough for most names. */
const STEP = 2;
const ZOOM = MAP_ZOOMS[STEP];
const STYLE = `
  svg { background: #f4efe4; font-family: sans-serif; text-anchor: middle }
  path { fill: none; stroke: #fffdf8; stroke-linecap: round; stroke-linejoin: round }
  .green { fill: #dbe7c6; stroke: none } .road { stroke-width: 22px } .path { stroke-width: 8px }
  .steps, .slope { stroke: #b98a6c; stroke-dasharray: 2 4; stroke-width: 6px } .gate, .lift { stroke: #5f6b4e; stroke-width: 10px }
  .building { fill: #f0c9ac; stroke: #b98a6c; stroke-width: 2px }
  text { fill: #3a2c26; stroke: #fff6ec; stroke-width: .2em; paint-order: stroke }`;

/** The map as a file to look at while it is drawn: what the app shows at a middle zoom, without its links. */
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
