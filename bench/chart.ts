// Charts of the benches' figures as SVG text: rows of bars, or of dots where figures differ by orders of magnitude.
// No clock, no random and no measured font goes into them, so equal figures make equal files. The ground is painted
// and follows the reader's scheme together with what stands on it.

/** One figure of a row, by its series. */
export interface Mark {
  series: string;
  value: number;
  /** How far single rounds went. */
  range?: [lowest: number, highest: number];
  /** At most this was wanted. */
  goal?: number;
}

/** What is measured alike, one row a mark. */
export interface Group {
  name: string;
  marks: readonly Mark[];
}

/** A chart with everything that it says. */
export interface Chart {
  title: string;
  /** What the axis counts. */
  unit: string;
  /** Logarithmic charts have dots: a bar's length would mean nothing. */
  scale: 'linear' | 'log';
  groups: readonly Group[];
}

const WIDTH = 820;
const ROW = 15;
const GAP = 12;
const TOP = 64;
const SIDE = 170;
/** Room right of the longest bar for its figure. */
const FIGURES = 130;
const SERIES = ['s0', 's1', 's2', 's3'];

// Colours that differ in lightness too, for those who see few of them.
const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-weight: 600; font-size: 14px }
    .ground { fill: #ffffff } .line { stroke: #d0d7de } .quiet { fill: #57606a } .range { stroke: #57606a }
    .goal { fill: #cf222e; stroke: #ffffff }
    .s0 { fill: #0550ae } .s1 { fill: #e16f24 } .s2 { fill: #54aeff } .s3 { fill: #6e7781 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .ground { fill: #0d1117 } .line { stroke: #30363d } .quiet { fill: #9198a1 }
      .range { stroke: #b1bac4 } .goal { fill: #ff7b72; stroke: #0d1117 }
      .s0 { fill: #4493f8 } .s1 { fill: #ffa657 } .s2 { fill: #a5d6ff } .s3 { fill: #8b949e }
    }`;

/** The chart as an SVG file. */
export function drawChart({ title, unit, scale, groups }: Chart): string {
  const marks = groups.flatMap((group) => group.marks);
  const names = [...new Set(marks.map(({ series }) => series))];
  if (names.length > SERIES.length) throw new Error(`${title}: more series than colours`);
  const ends = marks.flatMap(({ value, range = [], goal = value }) => [value, goal, ...range]);
  const place = placing(scale, Math.min(...ends), Math.max(...ends));
  const height = TOP + groups.reduce((sum, group) => sum + group.marks.length * ROW + GAP, 0) + 24;
  const drawn: string[] = [];
  for (const tick of place.ticks) {
    const x = place.at(tick);
    drawn.push(`<path class="line" d="M${x} ${TOP - 6}V${height - 26}"/>`);
    drawn.push(text(x, height - 10, figure(tick), 'quiet', 'middle'));
  }
  let y = TOP;
  for (const { name, marks: rows } of groups) {
    drawn.push(text(SIDE - 10, y + (rows.length * ROW) / 2 + 3, name, '', 'end'));
    for (const mark of rows) {
      drawn.push(...drawMark(mark, SERIES[names.indexOf(mark.series)] ?? '', y, place, scale));
      y += ROW;
    }
    y += GAP;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
  ${text(16, 24, title, 'title')}
  ${[...drawLegend(names, unit, marks), ...drawn].join('\n  ')}
</svg>
`;
}

function drawLegend(names: readonly string[], unit: string, marks: readonly Mark[]): string[] {
  const drawn: string[] = [];
  let x = 16;
  for (const [index, name] of names.entries()) {
    drawn.push(`<rect class="${SERIES[index]}" x="${x}" y="35" width="10" height="10"/>`);
    drawn.push(text(x + 15, 44, name));
    x += 34 + name.length * 7;
  }
  const notes = [
    unit,
    marks.some(({ range }) => range) && 'thin line: lowest to highest round',
    marks.some(({ goal }) => goal !== undefined) && 'red: goal',
  ];
  return [...drawn, text(WIDTH - 16, 44, notes.filter(Boolean).join(' · '), 'quiet', 'end')];
}

function drawMark(mark: Mark, colour: string, y: number, place: Placing, scale: Chart['scale']): string[] {
  const { series, value, range, goal } = mark;
  const [x, middle] = [place.at(value), y + ROW / 2];
  const far = Math.max(x, ...[...(range ?? []), ...(goal === undefined ? [] : [goal])].map(place.at));
  return [
    scale === 'log'
      ? `<circle class="${colour}" cx="${x}" cy="${middle}" r="5"><title>${escape(series)}</title></circle>`
      : `<rect class="${colour}" x="${SIDE}" y="${y + 1}" width="${round(x - SIDE)}" height="${ROW - 3}"><title>${escape(series)}</title></rect>`,
    ...(range ? [`<path class="range" d="M${place.at(range[0])} ${middle}H${place.at(range[1])}"/>`] : []),
    ...(goal === undefined
      ? []
      : [`<rect class="goal" x="${round(place.at(goal) - 2)}" y="${y}" width="4" height="${ROW - 1}"/>`]),
    text(round(far + 9), middle + 4, figure(value), 'quiet'),
  ];
}

interface Placing {
  at(value: number): number;
  ticks: readonly number[];
}

function placing(scale: Chart['scale'], lowest: number, highest: number): Placing {
  const span = WIDTH - SIDE - FIGURES;
  if (scale === 'log') {
    const [from, to] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))];
    const at = (value: number) => round(SIDE + ((Math.log10(value) - from) / (to - from)) * span);
    return { at, ticks: Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)) };
  }
  const step = [1, 2, 5, 10].map((size) => size * 10 ** Math.floor(Math.log10(highest / 5)));
  const chosen = step.find((size) => highest / size <= 6) ?? highest;
  const count = Math.floor(highest / chosen);
  return {
    at: (value) => round(SIDE + (value / highest) * span),
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((index * chosen).toPrecision(3))),
  };
}

const round = (number: number) => Number(number.toFixed(1));
const figure = (number: number) => Number(number.toPrecision(3)).toLocaleString('en-US');
const escape = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const text = (x: number, y: number, words: string, style = '', anchor = 'start') =>
  `<text${style && ` class="${style}"`} x="${x}" y="${y}" text-anchor="${anchor}">${escape(words)}</text>`;
