import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

/** One value for each day, drawn as columns. */
export interface DaySeries {
  title: string;
  /** `YYYY-MM-DD` each, without gaps. */
  points: readonly { day: string; value: number }[];
}

/** Colours of the light and the dark scheme. */
const COLOURS = {
  column: ['#8b0029', '#ff8fa9'],
  words: ['#55585f', '#b4b8c0'],
  line: ['#d6d8dd', '#3a3d44'],
} as const;
const SIZE = { width: 640, height: 220 };

register([BarChart, GridComponent, SVGRenderer]);

/** Returns a transparent SVG chart that follows the light or dark colour scheme. */
export function drawDays({ title, points }: DaySeries): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
  const words = { color: COLOURS.words[0], fontSize: 18 };
  drawing.setOption({
    animation: false,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    grid: { left: 8, right: 8, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: points.map(({ day }) => day.slice('YYYY-'.length).replace('-', '/')),
      axisLabel: { ...words, interval: Math.max(0, Math.ceil(points.length / 6) - 1) },
      axisLine: { lineStyle: { color: COLOURS.line[0] } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      axisLabel: words,
      splitLine: { lineStyle: { color: COLOURS.line[0] } },
    },
    series: [{ type: 'bar', data: points.map(({ value }) => value), color: COLOURS.column[0] }],
  });
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  return followScheme(svg, title);
}

/** Adds colours for the dark scheme; removes hover styles and elements. */
function followScheme(svg: string, title: string): string {
  const dark = Object.values(COLOURS)
    .map(([light, twin]) => `[fill="${light}"]{fill:${twin}}[stroke="${light}"]{stroke:${twin}}`)
    .join('');
  return svg
    .replaceAll(/ (?:class="zr[^"]*"|ecmeta_\w+="[^"]*")/g, '')
    .replace(/<style ><!\[CDATA\[[^]*?<\/style>\n?/, '')
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>\n?/, '')
    .replace('>', `><style>@media (prefers-color-scheme: dark){${dark}}</style>`)
    .replace('<svg ', `<svg role="img" aria-label="${escapeAttribute(title)}" `);
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
