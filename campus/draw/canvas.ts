import { paletteOf, type Family, type Mood, type Palette } from './palette.ts';
import { group, num, place, type Svg } from './svg.ts';
import { randomFrom, type Random } from './random.ts';

/** What every drawing function needs: the picture's colours and its own random numbers. */
export interface Canvas {
  palette: Palette;
  random: Random;
  /** A short id not used before in this picture. */
  nextId: () => string;
  /** Shapes drawn before, by name, with their ids: the second tree is a stamp of the first. */
  drawn: Map<string, string>;
}

/** The canvas of one picture, seeded by its name. */
export function canvasFor(name: string, family: Family, mood: Mood): Canvas {
  let count = 0;
  const nextId = (): string => {
    count += 1;
    return `w${count}`;
  };
  return { palette: paletteOf(family, mood), random: randomFrom(name), nextId, drawn: new Map() };
}

/** Draws a shape the first time and stamps it from then on, moved and scaled; `fill` is what it inherits. */
export function reuse(
  c: Canvas,
  name: string,
  at: { x: number; y: number; scale: number; fill?: string },
  draw: () => readonly Svg[],
): Svg {
  const zoom = Math.round(at.scale * 1000) / 1000;
  const where = `transform="translate(${num(at.x)} ${num(at.y)})${zoom === 1 ? '' : `scale(${num3(zoom)})`}"${at.fill === undefined ? '' : ` fill="${at.fill}"`}`;
  const known = c.drawn.get(name);
  if (known !== undefined) return `<use href="#${known}" ${where}/>`;
  const id = c.nextId();
  c.drawn.set(name, id);
  return group([group(draw(), `id="${id}"`)], where);
}

/** The same shapes twice, the second time `dx` to the right. */
export function twins(c: Canvas, dx: number, parts: readonly Svg[]): Svg {
  const id = c.nextId();
  return `${group(parts, `id="${id}"`)}<use href="#${id}" x="${num(dx)}"/>`;
}

function num3(value: number): string {
  return String(value).replace(/^0\./, '.');
}

/** A field of equal shapes: one is drawn, its row is stamped from it, the other rows from the row. */
export function stampGrid(
  c: Canvas,
  parts: readonly Svg[],
  field: { x: number; y: number; stepX: number; stepY: number; cols: number; rows: number },
): { svg: Svg; id: string } {
  const id = c.nextId();
  const row = c.nextId();
  let cells = group(parts, `id="${id}"`);
  for (let col = 1; col < field.cols; col += 1) cells += `<use href="#${id}" x="${num(col * field.stepX)}"/>`;
  let rows = group([cells], `id="${row}"`);
  for (let index = 1; index < field.rows; index += 1)
    rows += `<use href="#${row}" y="${num(index * field.stepY)}"/>`;
  return { svg: place([rows], field.x, field.y), id };
}
