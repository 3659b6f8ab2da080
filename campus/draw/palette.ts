/** Three tones of one material: where light falls, its own colour, and in shade. */
export interface Tone {
  light: string;
  base: string;
  dark: string;
}

/** Materials of walls and roofs, shared by all pictures so that they read as one family. */
export const TONES = {
  granite: { light: '#F6EFE7', base: '#E9DFD4', dark: '#CBBBAB' },
  sand: { light: '#FAEEDC', base: '#EEDCC0', dark: '#D2B993' },
  rose: { light: '#F8E2DB', base: '#EDCFC5', dark: '#CFA79B' },
  brick: { light: '#DE9480', base: '#CB7866', dark: '#A65A4C' },
  ash: { light: '#DDD8DC', base: '#C6BFC6', dark: '#9F97A2' },
  white: { light: '#FFFFFF', base: '#F5F6FA', dark: '#D6DBE6' },
  concrete: { light: '#EFF3F8', base: '#DCE4ED', dark: '#B4C1D1' },
  steel: { light: '#B9CCE2', base: '#94AECB', dark: '#6C89AB' },
  glass: { light: '#C2E1F8', base: '#92C4EC', dark: '#5C97CF' },
  deepGlass: { light: '#7FA6D6', base: '#5580BC', dark: '#365C94' },
  navy: { light: '#5D7199', base: '#435780', dark: '#2F3F63' },
  mint: { light: '#D5F0E5', base: '#AEDFCD', dark: '#79BBA4' },
  teal: { light: '#7CCBC2', base: '#4FAFA6', dark: '#34877F' },
  lilac: { light: '#E6E3F8', base: '#CFCAEF', dark: '#A69FD3' },
  slate: { light: '#78869F', base: '#5F6D88', dark: '#48546C' },
  wine: { light: '#B0606E', base: '#964656', dark: '#753341' },
  copper: { light: '#93BFAC', base: '#6FA38F', dark: '#507D6C' },
  ochre: { light: '#F0C578', base: '#DFA954', dark: '#B98436' },
  accent: { light: '#FF7C90', base: '#FF445E', dark: '#D62D47' },
  leaf: { light: '#93C47B', base: '#6FAA62', dark: '#528A4D' },
  wood: { light: '#CFA27A', base: '#B18057', dark: '#8A5F3E' },
} as const satisfies Record<string, Tone>;

/** The name of a material. */
export type Material = keyof typeof TONES;

/** Time of day of a picture. */
export type Mood = 'day' | 'gold' | 'night';

/** Colours of the air and the ground. */
export interface Palette {
  mood: Mood;
  sky: readonly [top: string, bottom: string];
  cloud: string;
  sun: string;
  hill: string;
  lawn: string;
  lawnDark: string;
  paving: string;
  pavingDark: string;
  pane: string;
  lit: string;
  trim: string;
}

/** One family of pictures; each building category has its own air. */
export type Family = 'humanities' | 'engineering' | 'green' | 'medicine' | 'neutral';

const SKIES: Record<Family, Record<Exclude<Mood, 'night'>, readonly [string, string]>> = {
  humanities: { day: ['#FFDCC8', '#FFF3E6'], gold: ['#FFC3AC', '#FFEDD0'] },
  engineering: { day: ['#BFDDF8', '#EEF7FF'], gold: ['#B5CFF7', '#FFF0DA'] },
  green: { day: ['#B9E8DC', '#F1FBEF'], gold: ['#CDEBC2', '#FFF6D6'] },
  medicine: { day: ['#D9D5F6', '#F6F3FF'], gold: ['#F0CFE3', '#FFEFE6'] },
  neutral: { day: ['#E3E6EC', '#F6F7F9'], gold: ['#E8DFE3', '#FBF3EE'] },
};

/** Other tints of a family's clear sky, so that forty pictures in a list do not share one background. */
const DAY_TINTS: Record<Family, readonly [string, ...string[]]> = {
  humanities: ['#FFDCC8', '#FFE2C2', '#FFD6D0', '#FBDDDD'],
  engineering: ['#BFDDF8', '#C6DBF9', '#BCE3F5'],
  green: ['#B9E8DC', '#C6EBCF'],
  medicine: ['#D9D5F6', '#D3DBF7', '#E3D3F3'],
  neutral: ['#E3E6EC'],
};

/** The top of a clear sky, one of the family's tints. */
export function dayTint(family: Family, pick: (tints: readonly [string, ...string[]]) => string): string {
  return pick(DAY_TINTS[family]);
}

const GROUNDS: Record<Family, Pick<Palette, 'hill' | 'lawn' | 'lawnDark' | 'paving' | 'pavingDark'>> = {
  humanities: {
    hill: '#F3CBB0',
    lawn: '#BFD59C',
    lawnDark: '#A3C080',
    paving: '#F4E4CF',
    pavingDark: '#E3CBAE',
  },
  engineering: {
    hill: '#B3D0EC',
    lawn: '#B2D8B0',
    lawnDark: '#93C295',
    paving: '#E3EAF2',
    pavingDark: '#C8D4E2',
  },
  green: { hill: '#A4D9BE', lawn: '#A3D48C', lawnDark: '#83BD70', paving: '#F1E9D6', pavingDark: '#DDCFB3' },
  medicine: {
    hill: '#CBC5EE',
    lawn: '#B9DDC8',
    lawnDark: '#9AC8AF',
    paving: '#EFECF6',
    pavingDark: '#D7D1E8',
  },
  neutral: {
    hill: '#D3D8E0',
    lawn: '#D5DBDD',
    lawnDark: '#C1C9CC',
    paving: '#ECEDF0',
    pavingDark: '#D8DADF',
  },
};

/** The colours of one picture. */
export function paletteOf(family: Family, mood: Mood): Palette {
  const ground = GROUNDS[family];
  if (mood === 'night') {
    return {
      mood,
      ...NIGHT_GROUND,
      sky: ['#2B3263', '#6C6AA6'],
      cloud: '#8583BC',
      sun: '#FFF1CF',
      pane: '#56608F',
      lit: '#FFD98A',
      trim: '#B7B6DA',
    };
  }
  const gold = mood === 'gold';
  return {
    mood,
    ...ground,
    sky: SKIES[family][mood],
    cloud: '#FFFFFF',
    sun: gold ? '#FFD27A' : '#FFE9A8',
    pane: family === 'engineering' ? '#6D97C6' : family === 'medicine' ? '#7F8DC0' : '#7C88A8',
    lit: '#FFDF94',
    trim: '#FFFFFF',
  };
}

const NIGHT_GROUND = {
  hill: '#50528C',
  lawn: '#51728A',
  lawnDark: '#446180',
  paving: '#8181AF',
  pavingDark: '#6A6B9C',
};
