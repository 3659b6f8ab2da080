// Charts of the benches' results as SVG text, rendered by ECharts without a browser.
// Rows of bars, or of dots if figures differ by orders of magnitude. Equal figures produce equal files.
import { BarChart, CustomChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { CustomSeriesOption, EChartsOption, SeriesOption } from 'echarts';

/** One figure of a row, by its series. */
export interface Mark {
  series: string;
  value: number;
  /** Range of single rounds. */
  range?: [lowest: number, highest: number];
  /** Maximum goal. */
  goal?: number;
}

/** Comparable marks, one row each. */
export interface Group {
  name: string;
  marks: readonly Mark[];
}

/** A chart with all of its texts. */
export interface Chart {
  title: string;
  /** Unit of the axis. */
  unit: string;
  /** Logarithmic charts have dots: the length of a bar would be meaningless. */
  scale: 'linear' | 'log';
  groups: readonly Group[];
}

/** Colors for light and dark ground that also differ in lightness, for color-blind readers. */
const COLOURS = {
  ground: ['#ffffff', '#0d1117'],
  words: ['#24292f', '#e6edf3'],
  quiet: ['#57606a', '#9198a1'],
  line: ['#d0d7de', '#30363d'],
  goal: ['#cf222e', '#ff7b72'],
  first: ['#0550ae', '#4493f8'],
  second: ['#e16f24', '#ffa657'],
  third: ['#54aeff', '#a5d6ff'],
  fourth: ['#6e7781', '#8b949e'],
} as const;
const [INK, QUIET, LINE, GOAL] = [COLOURS.words[0], COLOURS.quiet[0], COLOURS.line[0], COLOURS.goal[0]];
const SERIES = [COLOURS.first[0], COLOURS.second[0], COLOURS.third[0], COLOURS.fourth[0]];

const WIDTH = 820;
const ROW = 15;
const TOP = 64;
const BOTTOM = 34;

register([BarChart, CustomChart, ScatterChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

/** Returns the chart as an SVG file. */
export function drawChart(chart: Chart): string {
  // One row per mark, and an empty one between groups.
  const rows = chart.groups.flatMap(({ name, marks }, index) => [
    ...(index > 0 ? [null] : []),
    ...marks.map((mark, place) => ({
      mark,
      label: place === Math.floor((marks.length - 1) / 2) ? name : '',
    })),
  ]);
  const drawing = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: TOP + rows.length * ROW + BOTTOM,
  });
  drawing.setOption(optionsOf(chart, rows));
  const text = drawing.renderToSVGString();
  drawing.dispose();
  return followScheme(text, chart.title);
}

type Row = { mark: Mark; label: string } | null;

function optionsOf({ title, unit, scale, groups }: Chart, rows: readonly Row[]): EChartsOption {
  const names = [...new Set(groups.flatMap(({ marks }) => marks.map(({ series }) => series)))];
  if (names.length > SERIES.length) throw new Error(`${title}: more series than colours`);
  const points = rows.flatMap((row, index) => (row ? [{ ...row.mark, row: index }] : []));
  const notes = [
    unit,
    points.some(({ range }) => range) && 'thin line: lowest to highest round',
    points.some(({ goal }) => goal !== undefined) && 'red: goal',
  ];
  return {
    animation: false,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    backgroundColor: COLOURS.ground[0],
    title: [
      { text: title, left: 16, top: 12, textStyle: { fontSize: 14, color: INK } },
      { text: notes.filter(Boolean).join(' · '), right: 16, top: 36, textStyle: small(QUIET) },
    ],
    legend: {
      data: names,
      left: 12,
      top: 34,
      icon: 'rect',
      itemGap: 24,
      itemWidth: 10,
      itemHeight: 10,
      textStyle: small(INK),
    },
    grid: { left: 180, right: 130, top: TOP, bottom: BOTTOM },
    xAxis: {
      type: scale === 'log' ? 'log' : 'value',
      axisLabel: { color: QUIET, formatter: figure },
      splitLine: { lineStyle: { color: LINE } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((row) => row?.label ?? ''),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { interval: 0, color: INK },
    },
    series: [
      ...names.map((name, index) => ({
        name,
        ...(scale === 'log'
          ? { type: 'scatter' as const, symbolSize: 10, itemStyle: { opacity: 1 } }
          : { type: 'bar' as const, barWidth: ROW - 3, barGap: '-100%' }),
        color: SERIES[index] ?? INK,
        data: points.filter(({ series }) => series === name).map(({ value, row }) => [value, row]),
      })),
      ...besideMarks(points),
    ],
  };
}

/** Ranges of rounds, goals and figures at the marks. */
const besideMarks = (points: readonly (Mark & { row: number })[]): SeriesOption[] => [
  {
    type: 'custom',
    renderItem: drawRange,
    data: points.flatMap(({ range, row }) => (range ? [[...range, row]] : [])),
    encode: { x: [0, 1], y: 2 },
  },
  {
    type: 'scatter',
    symbol: 'rect',
    symbolSize: [4, ROW - 1],
    itemStyle: { opacity: 1 },
    color: GOAL,
    data: points.flatMap(({ goal, row }) => (goal === undefined ? [] : [[goal, row]])),
  },
  {
    // The figures are to the right of everything else in a row.
    type: 'scatter',
    symbolSize: 0,
    itemStyle: { opacity: 1 },
    label: {
      show: true,
      position: 'right',
      distance: 9,
      color: QUIET,
      formatter: ({ dataIndex }) => figure(points[dataIndex]?.value ?? 0),
    },
    data: points.map(({ value, range = [], goal = value, row }) => [Math.max(value, goal, ...range), row]),
  },
];

const drawRange: NonNullable<CustomSeriesOption['renderItem']> = (_, api) => {
  const [x1 = 0, y1 = 0] = api.coord([api.value(0), api.value(2)]);
  const [x2 = 0] = api.coord([api.value(1), api.value(2)]);
  return { type: 'line', shape: { x1, y1, x2, y2: y1 }, style: { stroke: QUIET } };
};

/** Adds dark colors for a dark ground and removes pointer events, which a file does not need. */
function followScheme(svg: string, title: string): string {
  const dark = Object.values(COLOURS)
    .map(([light, twin]) => `[fill="${light}"]{fill:${twin}}[stroke="${light}"]{stroke:${twin}}`)
    .join('\n');
  return `${svg
    .replaceAll(/ class="zr[^"]*"/g, '')
    .replace(/<style ><!\[CDATA\[[^]*<\/style>\n/, '')
    .replace('<svg ', `<svg role="img" aria-label="${title}" `)
    .replace('>', `>\n<style>@media (prefers-color-scheme: dark){\n${dark}\n}</style>`)}\n`;
}

const small = (color: string) => ({ fontSize: 12, fontWeight: 'normal' as const, color });
const figure = (number: number) => Number(number.toPrecision(3)).toLocaleString('en-US');
