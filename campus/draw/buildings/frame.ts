import { GROUND } from '../block.ts';
import { canvasFor, type Canvas } from '../canvas.ts';
import { birds, cloud, hills, skyLight, stars } from '../nature.ts';
import { dayTint, type Family } from '../palette.ts';
import { gradient, opacity, path, picture, rect, type Svg } from '../svg.ts';
import type { Recipe } from './recipe.ts';

const WIDTH = 320;
const HEIGHT = 200;

/** Draws the whole picture of a building: its recipe within sky, hills and ground. */
export function drawBuilding(id: string, family: Family, recipe: Recipe): Svg {
  const c = canvasFor(id, family, recipe.mood ?? 'day');
  const { sky, mood } = c.palette;
  const top = mood === 'day' ? dayTint(family, c.random.pick) : sky[0];
  return picture(WIDTH, HEIGHT, [
    gradient('s', top, sky[1]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)'),
    drawSky(c, recipe),
    hills(c, WIDTH, GROUND, 52),
    drawGround(c, recipe.ground ?? 'lawn'),
    ...recipe.draw(c),
  ]);
}

function drawSky(c: Canvas, recipe: Recipe): Svg {
  const { between, chance } = c.random;
  const onLeft = chance(0.5);
  const [x, y] = recipe.light ?? [onLeft ? between(30, 62) : between(258, 290), between(28, 42)];
  const clouds = [
    cloud(c, between(8, 60), between(40, 62), between(34, 52)),
    cloud(c, between(200, 262), between(34, 58), between(30, 48), 0.7),
  ];
  const night = c.palette.mood === 'night';
  const extra = night ? stars(c, WIDTH, 80, 16) : birds(between(76, 120), between(28, 44));
  return [skyLight(c, x, y, between(11, 14)), ...clouds, extra].join('');
}

function drawGround(c: Canvas, kind: 'lawn' | 'paving'): Svg {
  const { lawn, lawnDark, paving, pavingDark } = c.palette;
  const [near, far] = kind === 'lawn' ? [lawn, lawnDark] : [paving, pavingDark];
  const walk = kind === 'lawn' ? paving : lawn;
  const curve = `M0 188Q80 ${c.random.whole(178, 184)} 160 186T320 ${c.random.whole(180, 186)}V200H0Z`;
  return [
    rect(0, GROUND - 3, WIDTH, HEIGHT - GROUND + 3, near),
    rect(0, GROUND - 3, WIDTH, 7, far, 0, opacity(0.75)),
    path(curve, walk),
  ].join('');
}
