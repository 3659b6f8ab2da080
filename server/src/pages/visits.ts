import { join } from 'node:path';
import type { Feature } from '@madang/contract/campus/rules';
import { firstAddresses } from './first-answers.ts';
import { linkHeader, readFilesByModule } from './hints.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import type { FreshMark } from '../platform/http/fresh-cookie.ts';
import type { SessionCookie } from '../platform/http/session-cookie.ts';
import type { CacheStep } from '../platform/http/cache-step.ts';
import type { Turns } from '../platform/limits/turns.ts';
import { serverFolder } from '../platform/server-folder.ts';
import type { Session, Sessions } from '../platform/sessions/sessions.ts';

/** A page is never held up for longer by what may be said beside it. */
const PATIENCE = 100;
/** The poster is taken as it is for this long, like any cached answer. */
const POSTER_CACHED = 1_000;

interface VisitDependencies {
  sessions: Sessions;
  cookie: SessionCookie;
  cacheStep: CacheStep;
  fresh: FreshMark;
  /** Bounds what one session has under way; whose are taken gets the page alone. */
  turns: Turns | null;
  features: readonly Feature[];
  /** What `GET /api/session` answers. */
  describeSession: (session: Session | null) => Promise<object>;
  /** The picture that home opens with. */
  findPoster: () => Promise<string | null>;
}

/** What goes along with a page. */
export interface VisitAnswer {
  /** The `Link` header. */
  link: string | null;
  /** What the API would answer to the first calls of the page's screen: JSON by method and address. */
  answers: ReadonlyMap<string, string>;
}

/** Says for each visit of a page what goes along with it; null when that is not known in time. */
export type DescribeVisit = (exchange: Exchange) => Promise<VisitAnswer | null>;

/**
 * Knows who visits by the session itself and not by the cookie: who has one that ended is shown the login. A database
 * that is slow or gone costs what goes along, not the page.
 */
export function describeVisits(dependencies: VisitDependencies): DescribeVisit {
  const { sessions, cookie, cacheStep, fresh, turns, features, describeSession, findPoster } = dependencies;
  const files = readFilesByModule(join(serverFolder(), 'dist', 'web-manifest.json'));
  let poster: { value: Promise<string | null>; readAt: number } | undefined;

  function readPoster(): Promise<string | null> {
    if (!poster || Date.now() - poster.readAt >= POSTER_CACHED)
      poster = { value: findPoster(), readAt: Date.now() };
    return poster.value;
  }

  async function describe(exchange: Exchange, cookies: string): Promise<VisitAnswer> {
    const secret = cookie.read(cookies);
    const session = secret === undefined ? null : await sessions.resolve(secret);
    const work = () => describeTo(session, exchange, cookies);
    return session && turns ? turns.run(session.id, work) : work();
  }

  async function describeTo(
    session: Session | null,
    { path, search }: Exchange,
    cookies: string,
  ): Promise<VisitAnswer> {
    const signedIn = session !== null;
    const bypass = fresh.isIn(cookies, session);
    const asked = firstAddresses({ path, search, signedIn, features }).map(
      async (address) => [address, await cacheStep.read(address, { signedIn, bypass })] as const,
    );
    const [own, picture, ...settled] = await Promise.all([
      describeSession(session),
      signedIn && path === '/' ? readPoster() : null,
      // What is refused the app asks for itself, and is told why.
      ...asked.map((one) => one.catch(() => null)),
    ]);
    const answers = new Map([['GET /api/session', JSON.stringify(own)]]);
    for (const one of settled) if (one?.[1] !== undefined) answers.set(`GET ${one[0]}`, one[1]);
    return { link: linkHeader(files, { path, signedIn, features, poster: picture }), answers };
  }

  return (exchange) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE, null)));
    const described = describe(exchange, exchange.header('cookie') ?? '').catch(() => null);
    return Promise.race([described, late]).finally(() => clearTimeout(timer));
  };
}
