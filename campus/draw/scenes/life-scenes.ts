import { floodlight } from '../buildings/green-places.ts';
import { cloud, hedge, poplar, stars, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { lamp } from '../props.ts';
import { crowd, firework, stage } from '../stage.ts';
import { scatter } from '../street.ts';
import { circle, ellipse, opacity, path, place, poly, rect, stroke, type Svg } from '../svg.ts';
import { stoneHall } from './outdoor-scenes.ts';
import { ground, sky, type Scenes } from './scene.ts';

/** A sitting cat that looks at you. */
function cat(x: number, base: number): Svg {
  const fur = '#F2A65A';
  const dark = '#D98638';
  return [
    stroke(`M${x + 34} ${base - 12}q44 4 40 -34q-2 -14 -14 -10`, fur, 13),
    path(`M${x - 38} ${base}q-8 -78 38 -78t40 78z`, fur),
    path(`M${x + 6} ${base - 78}q42 6 34 78h-26q10 -40 -8 -78z`, dark, opacity(0.55)),
    ellipse(x, base - 18, 19, 22, '#FFF3DE'),
    rect(x - 24, base - 12, 20, 12, '#FFF3DE', 6) + rect(x + 4, base - 12, 20, 12, '#FFF3DE', 6),
    poly([x - 36, base - 96, x - 32, base - 134, x - 6, base - 112], fur) +
      poly([x + 36, base - 96, x + 32, base - 134, x + 6, base - 112], dark),
    poly([x - 30, base - 106, x - 28, base - 124, x - 15, base - 113], '#FFC3AC') +
      poly([x + 30, base - 106, x + 28, base - 124, x + 15, base - 113], '#FFC3AC'),
    ellipse(x, base - 88, 39, 32, fur),
    stroke(`M${x - 8} ${base - 118}v12M${x} ${base - 119}v15M${x + 8} ${base - 118}v12`, dark, 4),
    ellipse(x, base - 76, 19, 13, '#FFF3DE'),
    ellipse(x - 15, base - 90, 4, 5.4, '#3A2E38') +
      ellipse(x + 15, base - 90, 4, 5.4, '#3A2E38') +
      circle(x - 13.6, base - 92, 1.5, '#FFFFFF') +
      circle(x + 16.4, base - 92, 1.5, '#FFFFFF'),
    poly([x - 4, base - 82, x + 4, base - 82, x, base - 77], '#E86A78'),
    stroke(`M${x - 7} ${base - 72}q3.5 4 7 -2q3.5 6 7 2`, '#8A5A4A', 1.8),
    stroke(
      `M${x - 24} ${base - 78}l-20 -4M${x - 24} ${base - 73}l-20 3M${x + 24} ${base - 78}l20 -4M${x + 24} ${base - 73}l20 3`,
      '#FFFFFF',
      1.8,
      opacity(0.9),
    ),
  ].join('');
}

/** A player with raised arms; about 110 high. */
function player(x: number, base: number, shirt: string, jump: number): Svg {
  const y = base - jump;
  return [
    ellipse(x, base, 26, 5, '#2B2440', opacity(0.2)),
    stroke(`M${x - 8} ${y - 40}l-8 22l-6 16M${x + 8} ${y - 40}l12 18l-2 20`, '#F0BFA0', 9),
    stroke(`M${x - 24} ${y}h8M${x + 17} ${y}h8`, '#FFFFFF', 7),
    rect(x - 16, y - 56, 33, 24, '#3D4563', 7),
    rect(x - 16, y - 88, 32, 40, shirt, 10),
    stroke(`M${x + 12} ${y - 80}l16 -22l4 -20M${x - 12} ${y - 80}l-14 10l-2 16`, '#F0BFA0', 8),
    circle(x + 1, y - 102, 13, '#F0BFA0'),
    path(`M${x - 13} ${y - 101}a14 14.5 0 0 1 28 0q-12 -9 -28 0z`, '#2F2B3A'),
  ].join('');
}

/** Scenes of leisure, sport and festival. */
export const lifeScenes: Scenes = {
  'festival-crowd': {
    mood: 'night',
    draw: (c) => [
      sky('#1B1A48', '#5A3F8E'),
      stars(c, 480, 110, 40),
      stage(74, 52, 332, 208),
      ellipse(240, 262, 240, 40, '#FF7C90', opacity(0.2)),
      crowd(c, 480, 252, 4, 34, ['#4A3A86', '#3A2E6E', '#2B2257', '#1D1742']),
    ],
  },
  fireworks: {
    mood: 'night',
    draw: (c) => [
      sky('#141A44', '#4B3F86'),
      stars(c, 480, 200, 46),
      firework(140, 96, 66, '#FF8FA0', 18),
      firework(336, 76, 54, '#FFE08A', 16),
      firework(256, 158, 40, '#8FE3F2', 14),
      firework(58, 184, 30, '#C9A8FF', 12),
      firework(420, 176, 34, '#9FE8B8', 12),
      stroke('M140 250Q146 190 140 104M336 250Q330 170 336 84', '#FFE9C8', 1.6, opacity(0.4)),
      place(stoneHall(c), 86, 96, 0.96),
      ground(255, '#353C70', '#2B3160'),
      tree(c, 56, 272, 92),
      tree(c, 430, 272, 96),
      crowd(c, 480, 292, 2, 34, ['#232557', '#181A42']),
    ],
  },
  'basketball-court': {
    family: 'green',
    draw: (c) => [
      sky('#8FD0EC', '#FFF3DA'),
      cloud(c, 60, 84, 90),
      cloud(c, 210, 60, 70, 0.7),
      poplar(c, 30, 220, 120),
      poplar(c, 72, 218, 96),
      poplar(c, 116, 220, 116),
      hedge(c, 0, 222, 480, 18),
      floodlight(200, 222, 130),
      path('M0 214h480v146H0z', '#D9785A'),
      path('M0 214h480v8H0z', '#B95F45'),
      stroke(
        'M-10 340L120 236h340l40 44M250 236l-60 124M250 300a70 26 0 0 0 140 0',
        '#FFF3E6',
        5,
        opacity(0.85),
      ),
      // The hoop.
      ellipse(424, 318, 40, 6, '#2B2440', opacity(0.2)),
      stroke('M430 316V118', '#5B607A', 12),
      stroke('M430 132H392', '#5B607A', 8),
      poly([326, 50, 398, 66, 398, 158, 326, 142], '#FFFFFF') +
        poly(
          [346, 92, 380, 99, 380, 137, 346, 130],
          'none',
          `stroke="${TONES.accent.base}" stroke-width="4"`,
        ),
      stroke('M326 50L398 66V158L326 142Z', '#C9CFDD', 4),
      ellipse(334, 140, 27, 7, 'none', `stroke="${TONES.accent.base}" stroke-width="5"`),
      stroke(
        'M308 142l10 34M324 146l4 34M342 146l-2 34M360 142l-10 34M312 158h44M318 174h34',
        '#FFFFFF',
        2.4,
      ),
      circle(280, 108, 17, '#F0893C') +
        stroke('M263 108h34M280 91v34M268 96q10 12 0 24M292 96q-10 12 0 24', '#8A4A24', 2),
      player(230, 322, TONES.accent.base, 26),
      player(150, 336, '#4A7CC0', 0),
    ],
  },
  'cat-bench': {
    family: 'green',
    mood: 'gold',
    draw: (c) => [
      sky('#CDEBDD', '#FFF6DC'),
      path('M0 230v-60q90 -40 200 -10t280 -14v84z', '#A9D8B4'),
      ground(226, '#A9D38A', '#90BF72'),
      path('M0 314q240 -26 480 0v46H0z', '#EBDCC0'),
      tree(c, 76, 250, 190, 'ginkgo'),
      tree(c, 426, 244, 160),
      tree(c, 360, 232, 84),
      lamp(c, 168, 262, 130),
      hedge(c, 200, 238, 140, 16),
      ellipse(246, 326, 150, 9, '#2B2440', opacity(0.14)),
      stroke('M130 322v-88M362 322v-88', '#5B607A', 9),
      ...[204, 224].map((y) => rect(112, y, 268, 13, TONES.wood.light, 5)),
      rect(106, 260, 280, 12, TONES.wood.base, 5),
      rect(102, 274, 288, 13, TONES.wood.dark, 5),
      cat(262, 262),
      scatter(c.random, { x: 20, y: 260, w: 440, h: 90 }, 18, ['#F5C244', '#DCA02C'], 4.4),
    ],
  },
};
