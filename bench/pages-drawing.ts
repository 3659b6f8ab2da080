import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Drawing } from '../server/src/pages/rendering.ts';
import { firstAddresses } from '../server/src/pages/screen-files.ts';
import { beginGzip, endGzip } from '../server/src/pages/pages.ts';
import { median } from './measure.ts';
import { root } from './run.ts';

const WARMED_UP_BY = 300;
const TIMES = 200;

/** What the drawing of one screen costs in milliseconds of processor time, with what the server answers now. */
export async function measureDrawing(
  origin: string,
  cookie: string,
  pathname: string,
): Promise<{ drawing: number; characters: number }> {
  const bundle = join(root, 'server/dist/web/draw.js');
  const { drawScreen } = (await import(pathToFileURL(bundle).href)) as {
    drawScreen: (drawing: Drawing) => string;
  };
  const visit = { path: pathname, search: '', signedIn: true, edition: 'beta' } as const;
  const answers: Record<string, unknown> = {};
  for (const address of ['/api/session', ...firstAddresses(visit)]) {
    const answer = await fetch(origin + address, { headers: { Cookie: cookie } });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    answers[`GET ${address}`] = await answer.json();
  }
  const drawing: Drawing = { pathname, search: '', now: Date.now(), answers, sent: null };
  const drawn = drawScreen(drawing);
  return { drawing: await cost(() => drawScreen(drawing)), characters: drawn.length };
}

/** What it costs to compress the beginning of a page, once for all, and the viewer's end, at each visit. */
export async function measureEnd(
  origin: string,
  cookie: string,
  path: string,
): Promise<{ beginning: number; end: number }> {
  const page = await (await fetch(origin + path, { headers: { Cookie: cookie } })).text();
  if (page.includes('<div id="root"></div>')) throw new Error(`${path} came without its drawing`);
  const cut = page.indexOf('<script type="application/json" id="own">');
  if (cut === -1) throw new Error(`${path} has no end of the viewer's own`);
  const [start, end] = [Buffer.from(page.slice(0, cut)), Buffer.from(page.slice(cut))];
  const begun = await beginGzip(start);
  return { beginning: await cost(() => beginGzip(start)), end: await cost(() => endGzip(begun, end)) };
}

/** The median cost of work in milliseconds of this process's time, other threads included, once it is warmed up. */
async function cost(work: () => unknown): Promise<number> {
  for (let time = 0; time < WARMED_UP_BY; time += 1) await work();
  const costs: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Number(median(costs).toFixed(2));
}
