import { circle, ellipse, opacity, path, rect, stroke, type Svg } from './svg.ts';

const ACCENT = '#FF445E';
const LIGHT = '#FF9AA8';
/** Readable on white as well as on near-black. */
const GREY = '#9A9CA8';
const PALE = '#C2C4CE';

function sign(width: number, height: number, parts: readonly Svg[]): Svg {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</svg>\n`;
}

/** The icon: a gate opens on a courtyard with one tree. Phones round its corners themselves. */
export function drawIcon(corner = 15): Svg {
  return sign(64, 64, [
    rect(0, 0, 64, 64, ACCENT, corner),
    path(
      corner === 0 ? 'M64 30V64H22L49 20z' : 'M64 30V49a15 15 0 0 1 -15 15H22L49 20z',
      '#D62D47',
      opacity(0.35),
    ),
    // The eaves of a courtyard house, its yard below.
    path('M8 27Q20 25 32 12Q44 25 56 27Q57 31 53 31.5Q40 31 32 22Q24 31 11 31.5Q7 31 8 27z', '#FFFFFF'),
    stroke('M15 34V50H49V34', '#FFFFFF', 5),
    circle(32, 37, 7, '#FFFFFF'),
    rect(30.5, 40, 3, 10, '#FFFFFF', 1),
  ]);
}

/** Illustrations of empty lists; two tones that stand on white and on black. */
export function drawEmpties(): Map<string, Svg> {
  const shadow = ellipse(80, 106, 46, 4, GREY, opacity(0.25));
  return new Map([
    [
      'posts',
      sign(160, 120, [
        shadow,
        rect(48, 20, 66, 82, GREY, 10, opacity(0.22)),
        stroke(
          'M48 30a10 10 0 0 1 10 -10h46a10 10 0 0 1 10 10v62a10 10 0 0 1 -10 10h-46a10 10 0 0 1 -10 -10z',
          GREY,
          3,
        ),
        stroke('M61 40h40M61 54h40M61 68h22', GREY, 4),
        path('M96 90l24 -30a5 5 0 0 1 8 6l-24 30l-11 5z', ACCENT),
        path('M124 63a5 5 0 0 1 4 3l-24 30l-11 5l3 -6z', LIGHT, opacity(0.7)),
        stroke('M36 34v8M32 38h8M128 30v8M124 34h8', LIGHT, 3),
      ]),
    ],
    [
      'search',
      sign(160, 120, [
        shadow,
        circle(72, 54, 32, GREY, opacity(0.2)),
        stroke('M72 22a32 32 0 1 1 0 64a32 32 0 1 1 0 -64z', GREY, 4),
        stroke('M96 78l20 20', ACCENT, 9),
        stroke('M54 48a20 20 0 0 1 14 -13', PALE, 4),
        circle(63, 54, 3, GREY) + circle(82, 54, 3, GREY),
        stroke('M65 68q7 -6 14 0', GREY, 3),
        stroke('M118 28v8M114 32h8M34 84v6M31 87h6', LIGHT, 3),
      ]),
    ],
  ]);
}
