import type { Canvas } from '../canvas.ts';
import { stars, tree } from '../nature.ts';
import { bookRow } from '../props.ts';
import { ground, sky } from '../scenes/scene.ts';
import { bulbs, crowd, firework, stage } from '../stage.ts';
import { sitter } from '../interior.ts';
import { TONES } from '../palette.ts';
import { circle, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from '../svg.ts';
import { POSTER, type Posters } from './poster.ts';

const { width: W, height: H } = POSTER;

/** A study place: desk, lamp and somebody reading. */
function studyPlace(x: number, base: number, shirt: string, hair: string, long: boolean): Svg {
  return [
    sitter(x, base, 62, { shirt, hair, long }),
    poly([x + 22, base - 30, x + 34, base - 30, x + 62, base, x - 2, base], '#FFE9AE', opacity(0.4)),
    stroke(`M${num(x + 46)} ${num(base)}V${num(base - 34)}H${num(x + 34)}`, '#8A5F3E', 2.4),
    path(`M${num(x + 20)} ${num(base - 30)}a9 8 0 0 1 18 0z`, '#7DB89A'),
    poly([x - 20, base, x - 16, base - 9, x, base - 6, x + 16, base - 9, x + 20, base], '#FFFFFF'),
  ].join('');
}

/** Posters of evenings. */
export const nightPosters: Posters = {
  'festival-stage': {
    mood: 'night',
    draw: (c) => [
      sky('#1D1A50', '#6A3F93', W, H),
      stars(c, W, 60, 34),
      firework(56, 46, 26, '#FFE08A', 14),
      firework(368, 40, 30, '#FF8FA0', 16),
      firework(330, 84, 15, '#8FE3F2', 12),
      firework(96, 92, 16, '#C9A8FF', 12),
      stage(122, 24, 176, 112),
      ellipse(210, 140, 190, 22, '#FF7C90', opacity(0.22)),
      crowd(c, W, 138, 3, 21, ['#4A3A86', '#372A6C', '#281F56']),
      rect(0, 176, W, 34, '#281F56'),
    ],
  },
  'library-night': {
    mood: 'night',
    draw: (c) => [
      rect(0, 0, W, H, '#33376B'),
      ...[18, 314].map((x) => shelves(c, x)),
      rect(124, 14, 172, 98, '#6A6FA3', 4),
      rect(130, 20, 160, 92, '#232A55', 2),
      circle(252, 46, 14, '#FFF1CF') + circle(246, 41, 13, '#232A55'),
      ...[146, 166, 188, 204, 226, 268, 280].map((x, index) =>
        circle(x, 30 + ((index * 19) % 44), 1.2, '#FFF6DC'),
      ),
      path('M130 112V92q40 -22 80 -8t80 -4v32z', '#353C70'),
      rect(207, 20, 6, 92, '#6A6FA3'),
      ellipse(210, 132, 200, 46, '#FFD98A', opacity(0.1)),
      studyPlace(108, 140, TONES.accent.base, '#3A2E38', true),
      studyPlace(206, 140, '#6FA9D8', '#2F2B3A', false),
      studyPlace(304, 140, '#F2C14E', '#5A4034', true),
      rect(40, 138, 340, 6, '#C99A72', 2),
      rect(40, 144, 340, 8, '#9A6E49', 2),
      path('M0 166H420V210H0z', '#272B58'),
      rect(60, 152, 8, 34, '#7A5638') + rect(352, 152, 8, 34, '#7A5638'),
    ],
  },
  'film-night': {
    mood: 'night',
    draw: (c) => [
      sky('#1B2152', '#5C5AA8', W, H),
      stars(c, W, 70, 40),
      circle(44, 36, 13, '#FFF1CF') + circle(38, 32, 12, '#222859'),
      path('M0 150V112q70 -30 140 -10t140 -8t140 6v50z', '#363C78'),
      tree(c, 34, 150, 92),
      tree(c, 392, 150, 98),
      bulbs(40, 124, 60, 26, 6),
      bulbs(296, 386, 60, 26, 6),
      poly([210, 186, 128, 30, 292, 30], '#FFF6DC', opacity(0.06)),
      stroke('M126 26V146M294 26V146', '#2B2257', 5),
      rect(122, 20, 176, 100, '#2B2257', 4),
      rect(127, 25, 166, 90, '#FFD9B8', 2),
      circle(210, 84, 26, '#FF8F6A'),
      path('M127 115V92q40 -24 84 -6t82 -8v37z', '#7A6BB8'),
      path('M127 115v-10q50 -14 90 -4t76 -4v18z', '#4F4590'),
      stroke('M160 52q5 -6 10 0q5 -6 10 0M240 46q4 -5 8 0q4 -5 8 0', '#6A5A80', 1.8),
      ground(146, '#2F4A62', '#27405A', W, H),
      ...[58, 106, 160, 214, 266, 318, 366].map((x, index) =>
        watcher(
          x,
          168 + (index % 2) * 6,
          ['#FF7C90', '#8CBDE8', '#FFD98A', '#9AD0B4'][index % 4] ?? '#FF7C90',
        ),
      ),
      rect(0, 178, W, 32, '#22364E'),
    ],
  },
};

/** Somebody on the lawn, seen from behind. */
function watcher(x: number, base: number, shirt: string): Svg {
  return (
    path(`M${num(x - 15)} ${num(base + 12)}v-12q0 -15 15 -15t15 15v12z`, shirt, opacity(0.9)) +
    circle(x, base - 20, 9.5, '#2A2148')
  );
}

function shelves(c: Canvas, x: number): Svg {
  return [
    rect(x, 10, 88, 140, '#5F4660', 3),
    rect(x + 5, 15, 78, 130, '#3B2E4E', 2),
    ...[44, 78, 112, 144].map(
      (base) => bookRow(c, x + 7, base, 74, 26) + rect(x + 5, base, 78, 3, '#7A5A6E'),
    ),
  ].join('');
}
