import type { Me } from '@madang/contract/accounts/schema';
import type { Edition } from '@madang/contract/campus/rules';
import { loginPath, readNextPath } from '@madang/contract/paths';
import type { OwnCall } from '@madang/contract/screen';
import { BEFORE_CONSENT, findScreen } from '@madang/contract/screens';
import type { OutgoingAnswer } from '../http/answer-cache.ts';
import type { RequestContext } from '../http/request.ts';
import type { FreshMark, SessionCookie } from '../http/sessions.ts';
import type { QueueSlots } from '../http/queue-slots.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import type { RenderedPages } from './rendering.ts';
import { namesUser, type SentForm } from './forms.ts';
import { type FilesByModule, knownSearch, shownFiles } from './screen-files.ts';

/** Milliseconds for which the session's user is cached, like other answers. */
const OWN_CACHED = 1_000;

export interface VisitDependencies {
  sessions: Sessions;
  cookie: SessionCookie;
  pages: RenderedPages;
  files: FilesByModule;
  fresh: FreshMark;
  /** Concurrency limit per session; beyond, pages have no data. */
  slots: QueueSlots | null;
  edition: Edition;
  /** Rendering timeout in milliseconds. */
  timeout: number;
  describeSession: (session: Session | null) => Promise<{ user: Me | null }>;
  /** Readers of private answers by call. */
  readOwn: Readonly<Record<OwnCall, (userId: string) => Promise<object>>>;
}

export interface VisitAnswer {
  page: OutgoingAnswer;
  /** Answer of `GET /api/session`, and the screen's private ones, as JSON. */
  own: string;
  /** The viewer's id if the page's form acts as them. */
  userId: string | null;
  styles: readonly string[];
  /** True if the page answers a form and starts no app. */
  plain: boolean;
}

/** Returns a visit's content; null if late or with a long query. */
export type DescribeVisit = (request: RequestContext, sent?: SentForm | null) => Promise<VisitAnswer | null>;

/** Identifies the viewer by session: an expired one shows the login. A slow database costs only the included data. */
export function describeVisits(dependencies: VisitDependencies): DescribeVisit {
  const { sessions, cookie, pages, files, fresh, slots, edition, timeout, describeSession } = dependencies;
  const { readOwn } = dependencies;
  /** Last description of each session, collected with it. */
  const described = new WeakMap<Session, { own: Promise<{ user: Me | null }>; readAt: number }>();

  /** Returns an answer at most a second old, or new after a write. */
  function describeOwn(session: Session | null, bypass: boolean): Promise<{ user: Me | null }> {
    if (!session) return describeSession(null);
    const known = described.get(session);
    if (known && !bypass && Date.now() - known.readAt < OWN_CACHED) return known.own;
    const own = describeSession(session);
    described.set(session, { own, readAt: Date.now() });
    own.catch(() => described.delete(session));
    return own;
  }

  async function describe(request: RequestContext, sent: SentForm | null): Promise<VisitAnswer | null> {
    const cookies = request.header('cookie') ?? '';
    const secret = cookie.read(cookies);
    const session = secret === undefined ? null : await sessions.resolve(secret);
    const work = () => describeTo(session, request, cookies, sent);
    return session && slots ? slots.run(session.id, work) : work();
  }

  async function describeTo(
    session: Session | null,
    { path, search, clientAddress }: RequestContext,
    cookies: string,
    sent: SentForm | null,
  ): Promise<VisitAnswer | null> {
    const bypass = fresh.isIn(cookies, session);
    const own = await describeOwn(session, bypass);
    const signedIn = own.user !== null;
    const address = leadOn({ path, search, user: own.user, edition });
    const screen = findScreen(address.path, edition)?.screen;
    const known = knownSearch(screen, address.search);
    if (known === null) return null;
    const ownCall = own.user ? screen?.asksOwn : undefined;
    const answers =
      ownCall && own.user ? { [`GET ${ownCall}`]: await readOwn[ownCall](own.user.id) } : undefined;
    const visit = { ...address, signedIn, edition };
    const asker = session?.userId ?? clientAddress;
    const drawnFor = screen?.own === 'drawn' ? { ...answers, 'GET /api/session': own } : null;
    const question = { ...visit, known, asked: path, user: own.user, drawnFor, bypass, asker };
    const { page, drawn } = sent
      ? await pages.readAnswered(question, sent)
      : { page: await pages.read(question), drawn: false };
    const userId = namesUser(path, edition) ? (own.user?.id ?? null) : null;
    const { styles } = shownFiles(files, visit);
    return { page, own: JSON.stringify({ session: own, answers }), userId, styles, plain: drawn };
  }

  return (request, sent = null) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeout, null)));
    const described = describe(request, sent).catch(() => null);
    return Promise.race([described, late]).finally(() => clearTimeout(timer));
  };
}

interface Arrival {
  path: string;
  /** Without its question mark. */
  search: string;
  user: Me | null;
  edition: Edition;
}

/** Returns a visit's final address: login, due consent, target of signed-in users, or home if unknown. */
function leadOn({ path, search, user, edition }: Arrival): { path: string; search: string } {
  const here = search === '' ? path : `${path}?${search}`;
  const screen = findScreen(path, edition)?.screen;
  if (!user) return screen?.audience || screen?.path === '/' ? { path, search } : split(loginPath(here));
  if (user.consentsDue.length > 0 && screen?.audience !== 'everybody' && !BEFORE_CONSENT.has(screen?.path))
    return { path: '/consent', search: '' };
  if (screen?.audience === 'visitor') return split(readNextPath(`?${search}`) ?? '/');
  return screen ? { path, search } : { path: '/', search: '' };
}

function split(address: string): { path: string; search: string } {
  const [path = '/', search = ''] = address.split('#')[0]?.split('?') ?? [];
  return { path, search };
}
