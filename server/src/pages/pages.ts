import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PageTemplate } from './first-answers.ts';
import type { PageCard } from './card.ts';
import type { DescribeVisit } from './visits.ts';
import { accepts } from '../platform/http/accepted-encoding.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import type { Pages } from '../platform/http/pipeline.ts';
import { StaticFolder } from '../platform/http/static-files.ts';
import { isNoScreen } from './unknown-addresses.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
const CAMPUS = '/campus';
const PAGE = '/index.html';
const compress = promisify(gzip);

interface PagesDependencies {
  campusFolder: string;
  /** The built web app; without it there are no pages. */
  webFolder: string | null;
  describeVisit: DescribeVisit;
  card: PageCard;
}

/**
 * The campus's pictures and the built web app. Every other address is the app's own to route [RT-05, RT-17], unless it
 * names something of the server's or a file: there is nothing.
 */
export function pagesOf({ campusFolder, webFolder, describeVisit, card }: PagesDependencies): Pages {
  const pictures = new StaticFolder(join(campusFolder, 'pictures'), (address) =>
    /^\/(?:buildings\/|empty\/|[\w-]+\.(?:svg|png|webp)$)/.test(address),
  );
  const web = webFolder === null ? null : new StaticFolder(webFolder);
  const template = new PageTemplate(Buffer.from(web?.read(PAGE) ?? []).toString(), card);
  return {
    has(path) {
      if (path.startsWith(`${CAMPUS}/`)) return pictures.has(path.slice(CAMPUS.length));
      return web !== null && (web.has(path) || isPage(path));
    },
    answer(exchange) {
      const { path } = exchange;
      if (path.startsWith(`${CAMPUS}/`))
        return pictures.answer(exchange, path.slice(CAMPUS.length), REVALIDATED);
      if (!web) return false;
      if (web.answer(exchange, path, path.startsWith('/assets/') ? IMMUTABLE : 'no-cache')) return true;
      return isPage(path) && answerPage(exchange, web);
    },
  };

  async function answerPage(exchange: Exchange, folder: StaticFolder): Promise<boolean> {
    const visit = await describeVisit(exchange);
    if (!visit) return folder.answer(exchange, PAGE, 'no-cache');
    if (visit.link) exchange.addHeader('Link', visit.link);
    const page = template.fill(exchange.path, visit.answers);
    // It holds something of the viewer [SF-22].
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    if (accepts(exchange.header('accept-encoding'), 'gzip'))
      exchange.send(200, { ...headers, 'Content-Encoding': 'gzip' }, await compress(page, { level: 5 }));
    else exchange.send(200, headers, page);
    return true;
  }
}

/** Whether the app may have a screen at this path. */
function isPage(path: string): boolean {
  return !/^\/(?:api|images|EventImg|campus|assets|dev|health)(?:\/|$)/.test(path) && !isNoScreen(path);
}
