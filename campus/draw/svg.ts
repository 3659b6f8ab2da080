/** One piece of SVG text. Pictures are built from strings: the same input gives the same bytes. */
export type Svg = string;

/** A number as short as a picture needs it. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10).replace(/^(-?)0\./, '$1.');
}

/** A rectangle; `r` rounds its corners. */
export function rect(x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): Svg {
  // A path is shorter than a rectangle without rounding.
  if (r <= 0) return path(`M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`, fill, more);
  const rx = ` rx="${num(r)}"`;
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${rx} fill="${fill}"${attr(more)}/>`;
}

/** A circle. */
export function circle(x: number, y: number, r: number, fill: string, more = ''): Svg {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${attr(more)}/>`;
}

/** An ellipse. */
export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): Svg {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${attr(more)}/>`;
}

/** A filled path. */
export function path(d: string, fill: string, more = ''): Svg {
  return `<path d="${d}" fill="${fill}"${attr(more)}/>`;
}

/** A polygon through x, y pairs. */
export function poly(points: readonly number[], fill: string, more = ''): Svg {
  return path(polyPath(points), fill, more);
}

/** The path text of a polygon through x, y pairs. */
export function polyPath(points: readonly number[]): string {
  let d = '';
  for (let index = 0; index + 1 < points.length; index += 2) {
    d += `${index === 0 ? 'M' : ' '}${num(points[index] ?? 0)} ${num(points[index + 1] ?? 0)}`;
  }
  return `${d}Z`;
}

/** A stroked path with round ends. */
export function stroke(d: string, color: string, width: number, more = ''): Svg {
  return `<path d="${d}" stroke="${color}" stroke-width="${num(width)}" stroke-linecap="round"${attr(more)}/>`;
}

/** A row of equal dashes along a path: many rectangles in very few bytes. */
export function dashes(
  d: string,
  color: string,
  height: number,
  dash?: readonly [on: number, off: number],
  more = '',
): Svg {
  const pattern = dash === undefined ? '' : ` stroke-dasharray="${precise(dash[0])} ${precise(dash[1])}"`;
  return `<path d="${d}" stroke="${color}" stroke-width="${num(height)}"${pattern}${attr(more)}/>`;
}

/** A group with attributes. */
export function group(parts: readonly Svg[], attributes: string): Svg {
  return `<g ${attributes}>${parts.join('')}</g>`;
}

/** A group moved and scaled. */
export function place(parts: readonly Svg[], x: number, y: number, scale = 1): Svg {
  const zoom = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`;
  return group(parts, `transform="translate(${num(x)} ${num(y)})${zoom}"`);
}

/** An opacity attribute. */
export function opacity(value: number): string {
  return `opacity="${String(value).replace(/^0\./, '.')}"`;
}

/** A vertical gradient from `top` to `bottom`, to be put before the shapes that use it. */
export function gradient(id: string, top: string, bottom: string): Svg {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
}

/** A whole picture. */
export function picture(width: number, height: number, parts: readonly Svg[]): Svg {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linejoin="round">${shorten(parts.join(''))}</svg>\n`;
}

/** The same picture in fewer bytes. */
function shorten(body: Svg): Svg {
  let text = body
    .replace(/#([0-9A-F])\1([0-9A-F])\2([0-9A-F])\3"/g, '#$1$2$3"')
    .replace(/ d="[^"]+"/g, (d) => d.replace(/ -/g, '-'));
  text = text.replace(/ id="(w\d+)"/g, (id, name: string) => (text.includes(`"#${name}"`) ? id : ''));
  // Neighbours of one opaque colour become one path.
  const twins =
    /<path d="([^"]+)" ((?:fill|stroke)="#[0-9A-F]+"(?: stroke-[a-z]+="[^"]+")*)\/><path d="([^"]+)" \2\/>/g;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(twins, '<path d="$1$3" $2/>');
  }
  return text;
}

/** Dashes add up along a row, so one decimal would drift. */
function precise(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function attr(more: string): string {
  return more === '' ? '' : ` ${more}`;
}
