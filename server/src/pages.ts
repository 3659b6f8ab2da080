import { join } from 'node:path';
import type { DescribeVisit } from './page-visits.ts';
import type { Exchange } from './platform/http/exchange.ts';
import { StaticFolder } from './platform/http/static-files.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
const CAMPUS = '/campus';

interface PagesParts {
  campusFolder: string;
  /** The built web app; without it there are no pages. */
  webFolder: string | null;
  describeVisit: DescribeVisit;
}

/**
 * Answers with the campus's pictures and the built web app. Every other address is the app's own to route, unless
 * it looks like something of the server's: then false, and nothing is answered.
 */
export function pagesOf({
  campusFolder,
  webFolder,
  describeVisit,
}: PagesParts): (exchange: Exchange) => boolean | Promise<boolean> {
  const pictures = new StaticFolder(join(campusFolder, 'pictures'), (address) =>
    /^\/(?:buildings\/|empty\/|icon\.svg$)/.test(address),
  );
  const web = webFolder === null ? null : new StaticFolder(webFolder);
  return (exchange) => {
    const { path } = exchange;
    if (path.startsWith(`${CAMPUS}/`))
      return pictures.answer(exchange, path.slice(CAMPUS.length), REVALIDATED);
    if (!web) return false;
    if (web.answer(exchange, path, path.startsWith('/assets/') ? IMMUTABLE : 'no-cache')) return true;
    if (/^\/(?:api|images|EventImg|campus|assets|dev|health)(?:\/|$)/.test(path)) return false;
    return answerPage(exchange, web);
  };

  async function answerPage(exchange: Exchange, folder: StaticFolder): Promise<boolean> {
    const link = await describeVisit(exchange.path, exchange.header('cookie'));
    if (link) exchange.addHeader('Link', link);
    return folder.answer(exchange, '/index.html', 'no-cache');
  }
}
