/** One value for each day, drawn as columns. */
export interface Series {
  title: string;
  points: readonly { day: string; value: number }[];
}

const WIDTH = 640;
const HEIGHT = 200;
/** Room for the numbers of the axes and for their names. */
const MARGIN = { top: 12, right: 12, bottom: 44, left: 62 };
const PLOT = {
  width: WIDTH - MARGIN.left - MARGIN.right,
  height: HEIGHT - MARGIN.top - MARGIN.bottom,
};
/** Day labels are this far apart at least, in units of the drawing. */
const LABEL_ROOM = 84;

/** An SVG drawing of the series; colours come from the page's style sheet, which knows light and dark. */
export function drawPlot({ title, points }: Series): string {
  const step = niceStep(Math.max(1, ...points.map(({ value }) => value)) / 4);
  const top = step * Math.max(1, Math.ceil(Math.max(0, ...points.map(({ value }) => value)) / step));
  const yOf = (value: number) => MARGIN.top + PLOT.height * (1 - value / top);
  const room = PLOT.width / Math.max(1, points.length);
  const columns = points.map(({ day, value }, index) => {
    const width = Math.max(0.5, room * 0.8);
    const x = MARGIN.left + room * index + (room - width) / 2;
    return `<rect class="column" x="${round(x)}" y="${round(yOf(value))}" width="${round(width)}" height="${round(yOf(0) - yOf(value))}"><title>${day}: ${value.toLocaleString('en')}</title></rect>`;
  });
  const lines: string[] = [];
  for (let value = 0; value <= top; value += step)
    lines.push(
      `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${round(yOf(value))}" y2="${round(yOf(value))}"/>` +
        `<text class="label" x="${MARGIN.left - 6}" y="${round(yOf(value) + 4)}" text-anchor="end">${value.toLocaleString('en')}</text>`,
    );
  const every = Math.ceil((points.length * LABEL_ROOM) / PLOT.width);
  const labels = points.flatMap(({ day }, index) =>
    index % every === 0
      ? `<text class="label" x="${round(MARGIN.left + room * (index + 0.5))}" y="${HEIGHT - MARGIN.bottom + 16}" text-anchor="middle">${day}</text>`
      : [],
  );
  const middle = MARGIN.top + PLOT.height / 2;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title} by day">`,
    ...lines,
    ...columns,
    ...labels,
    `<text class="axis" x="${MARGIN.left + PLOT.width / 2}" y="${HEIGHT - 6}" text-anchor="middle">day</text>`,
    `<text class="axis" x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">${title}</text>`,
    '</svg>',
  ].join('\n');
}

/** 1, 2 or 5 times a power of ten, at least as big as the given step; counts have no halves. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= step) ?? power;
}

function round(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
