import { join } from 'node:path';
import type { SessionCookie } from './platform/http/session-cookie.ts';
import { serverFolder } from './platform/server-folder.ts';
import type { Sessions } from './platform/sessions/sessions.ts';
import { linkHeader, readFilesByScreen } from './page-hints.ts';

/** A page is never held up for longer by what may be said beside it. */
const PATIENCE = 100;
/** The poster is taken as it is for this long, as any answer that is kept. */
const POSTER_KEPT = 1_000;

interface Parts {
  sessions: Sessions;
  cookie: SessionCookie;
  /** The picture that home opens with. */
  findPoster: () => Promise<string | null>;
}

/** Says for each visit of a page what its `Link` header is. */
export type DescribeVisit = (path: string, cookies: string | undefined) => Promise<string | null>;

/**
 * Knows who visits by the session itself and not by the cookie: who has one that ended is shown the login. A database that is slow or gone costs the hints, not the page.
 */
export function describeVisits({ sessions, cookie, findPoster }: Parts): DescribeVisit {
  const files = readFilesByScreen(join(serverFolder(), 'dist', 'screen-files.json'));
  let poster: { value: Promise<string | null>; readAt: number } | undefined;

  function readPoster(): Promise<string | null> {
    if (!poster || Date.now() - poster.readAt >= POSTER_KEPT)
      poster = { value: findPoster(), readAt: Date.now() };
    return poster.value;
  }

  async function describe(path: string, cookies: string): Promise<string | null> {
    const secret = cookie.read(cookies);
    const student = secret !== undefined && (await sessions.resolve(secret)) !== null;
    return linkHeader(files, {
      path,
      student,
      poster: student && path === '/' ? await readPoster() : null,
    });
  }

  return (path, cookies = '') => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE, null)));
    return Promise.race([describe(path, cookies).catch(() => null), late]).finally(() => clearTimeout(timer));
  };
}
