import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { type AnswerCache, OutgoingAnswer } from '../platform/cache/answer-cache.ts';
import { serverFolder } from '../platform/folders.ts';
import { accepts, type CacheStep } from '../platform/http/cache.ts';
import type { Pages } from '../platform/http/pipeline.ts';
import type { Exchange } from '../platform/http/request.ts';
import type { Router } from '../platform/http/router.ts';
import { readFolder, StaticFolder } from '../platform/http/static-files.ts';
import { type PageCard, PageTemplate, type SharedPart } from './page-template.ts';
import { type Draw, DrawnPages } from './rendering.ts';
import { hasForm, type SentForm, takeForm } from './forms.ts';
import type { KeptBuilds } from './kept-builds.ts';
import { MANIFEST, writeManifest } from './manifest.ts';
import { DEVICE, readFilesByModule } from './screen-files.ts';
import { describeVisits, type VisitAnswer, type VisitDependencies } from './visits.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
const CAMPUS = '/campus';
const PAGE = '/index.html';
const ASSETS = '/assets/';
/** The page that the service worker keeps, and itself with what removes it (web/worker). */
const [SHELL, WORKER, REMOVER] = ['/shell', '/sw.js', '/sw-off.js'];
const HTML = 'text/html; charset=utf-8';

/** What a page is made of; its session may be unknown. */
type PageAnswer = Omit<VisitAnswer, 'session'> & { session: string | null };

interface PagesDependencies extends Omit<VisitDependencies, 'pages' | 'files'> {
  campusFolder: string;
  /** Whether the campus has a map. */
  hasMap: boolean;
  /** The built web app; without it there are no pages. */
  webFolder: string | null;
  /** Draws screens; null where the browser draws all of them. */
  draw: Draw | null;
  /** Files of the builds before this one; null where none are kept. */
  builds: KeptBuilds | null;
  /** Whether browsers have a service worker; where not, the one that they have is removed. */
  worker: boolean;
  /** Whose endpoints the forms of pages call; it is there when the first request comes. */
  router: () => Router;
  cache: AnswerCache;
  cacheStep: CacheStep;
  card: PageCard;
  /** The version that runs here, which pages name where they report faults. */
  release: string;
}

/**
 * The campus's pictures and the built web app. Every other address is the app's own to route [RT-05, RT-17], unless it
 * names something of the server's or a file: there is nothing.
 */
export function pagesOf(dependencies: PagesDependencies): Pages {
  const { campusFolder, webFolder, edition, hasMap, builds, worker } = dependencies;
  const pictures = new StaticFolder(
    readFolder(join(campusFolder, 'pictures'), (address) =>
      /^\/(?:buildings\/|empty\/|[\w-]+\.(?:svg|png|webp)$)/.test(address),
    ),
  );
  const { product } = dependencies.card;
  const hasPicture = (address: string) => pictures.has(address);
  const manifest = Buffer.from(writeManifest({ product, edition, hasMap, hasPicture }));
  const web =
    webFolder === null ? null : new StaticFolder(new Map([...readFolder(webFolder), [MANIFEST, manifest]]));
  const answerPage = web && answerPages(dependencies, web);
  return {
    async submit(context) {
      const { env: exchange } = context;
      if (!answerPage || !hasForm(exchange.path, edition)) return false;
      hideFromSearch(exchange);
      const sent = await takeForm(dependencies.router(), context, edition);
      return sent === null || answerPage(exchange, sent);
    },
    has(path) {
      if (path.startsWith(`${CAMPUS}/`)) return pictures.has(path.slice(CAMPUS.length));
      return web !== null && (web.has(path) || isPage(path));
    },
    answerFile(exchange) {
      const path = exchange.path === WORKER && !worker ? REMOVER : exchange.path;
      if (path.startsWith(`${CAMPUS}/`))
        return pictures.answer(exchange, path.slice(CAMPUS.length), REVALIDATED);
      return web !== null && web.answer(exchange, path, path.startsWith(ASSETS) ? IMMUTABLE : 'no-cache');
    },
    answerPage(exchange) {
      const { path } = exchange;
      if (path.startsWith(ASSETS)) return builds?.find(path)?.answer(exchange, path, IMMUTABLE) ?? false;
      hideFromSearch(exchange);
      return answerPage !== null && isPage(exchange.path) && answerPage(exchange);
    },
  };
}

/** Answers with the page of an address and visit, or where that is not known in time with the page as it was built. */
function answerPages(dependencies: PagesDependencies, web: StaticFolder) {
  const { cache, cacheStep, draw, card, edition, release, worker } = dependencies;
  const readText = (address: string) => Buffer.from(web.read(address) ?? []).toString();
  // A page that names no build registers no worker.
  const html = worker ? readText(PAGE) : readText(PAGE).replace(/ data-build="\w+"/, '');
  const faults = release && edition === 'official' ? faultScript(release) : null;
  const template = new PageTemplate(html, card, readText, faults);
  const files = readFilesByModule(join(serverFolder(), 'dist', 'web-manifest.json'));
  const pages = new DrawnPages({ cache, cacheStep, draw, template, files });
  const describeVisit = describeVisits({ ...dependencies, pages, files });
  const send = pageSender(template);
  const bare = barePages(template);

  /** The page that a phone keeps for when nothing answers: nobody's, with what is everybody's. */
  async function sendShell(exchange: Exchange): Promise<void> {
    const campus = await cacheStep.read('/api/campus', { signedIn: false, bypass: false });
    const answers = new Map(campus && [['GET /api/campus', campus.body.toString()]]);
    await send(
      exchange,
      bare({ path: '/', shell: true, answers, scripts: files.get(DEVICE)?.scripts ?? [] }),
      200,
      'no-cache',
    );
  }

  return async (exchange: Exchange, sent: SentForm | null = null): Promise<boolean> => {
    if (exchange.path === SHELL && !sent) {
      await sendShell(exchange);
      return true;
    }
    await send(
      exchange,
      (await describeVisit(exchange, sent)) ?? bare({ path: exchange.path }),
      sent?.problem.status,
    );
    return true;
  };
}

/** Sends pages of a template: the beginning that others have too, and the viewer's own end. */
function pageSender(template: PageTemplate) {
  const starts = new WeakMap<OutgoingAnswer, Promise<GzipStart>>();

  /** Compresses a cached beginning once for all. */
  function start(page: OutgoingAnswer): Promise<GzipStart> {
    const known = starts.get(page) ?? beginGzip(Buffer.from(page.body));
    if (page.source) starts.set(page, known);
    return known;
  }

  return async function send(
    exchange: Exchange,
    { page, session, userId, styles, plain }: PageAnswer,
    status = 200,
    // It holds something of the viewer [SF-22].
    caching = 'no-store',
  ): Promise<void> {
    const end = Buffer.from(plain ? template.plainEnd(userId) : template.end(session, userId));
    const headers = {
      'Content-Type': HTML,
      'Cache-Control': caching,
      'Content-Security-Policy': template.policy(styles),
    };
    if (!accepts(exchange.header('accept-encoding'), 'gzip'))
      return exchange.send(status, headers, Buffer.concat([Buffer.from(page.body), end]));
    const body = endGzip(await start(page), end);
    return exchange.send(status, { ...headers, 'Content-Encoding': 'gzip' }, body);
  };
}

/** Makes pages that say nothing but what is given: the browser asks for all else. */
function barePages(template: PageTemplate) {
  const nothing = {
    leadsTo: null,
    drawn: null,
    styles: [],
    scripts: [],
    answers: new Map<string, string>(),
  };
  return (more: Pick<SharedPart, 'path'> & Partial<SharedPart>): PageAnswer => {
    const text = template.begin({ ...nothing, ...more });
    return { page: new OutgoingAnswer(text, null), session: null, userId: null, styles: [], plain: false };
  };
}

/** No search engine keeps where printed codes lead, nor the link of an office's mail [PL-05]. */
function hideFromSearch(exchange: Exchange): void {
  if (/^\/(?:at\/|office$)/i.test(exchange.path)) exchange.addHeader('X-Robots-Tag', 'noindex');
}

/** Whether the app may have a screen at this path. */
function isPage(path: string): boolean {
  return !/^\/(?:api|images|EventImg|campus|assets|dev|health)(?:\/|$)/.test(path) && !isNoScreen(path);
}

/** First segments that programs ask any site for, and that no page of ours begins with. */
const FIRST = new Set([
  '_profiler',
  'actuator',
  'autodiscover',
  'boaform',
  'cgi-bin',
  'graphql',
  'healthz',
  'hnap1',
  'livez',
  'manager',
  'metrics',
  'owa',
  'phpmyadmin',
  'pma',
  'readyz',
  'server-info',
  'server-status',
  'solr',
  'telescope',
  'vendor',
  'wordpress',
]);

/** What WordPress has, wherever it may lie: `/wp-admin/`, `/blog/wp-login.php`. */
const WORDPRESS = /^wp-(?:admin|content|includes|json|login|config)/;
/**
 * Whether an address is no screen's: it names a file (no screen has a dot in its address), or it is one that monitors and
 * scanners ask any site for, such as `/metrics`. Both are answered 404 and not with the page, which every other unknown
 * address gets [RT-05] [RT-17]: anyone who looks for a file would take the page for it. `path` as it was sent.
 */
function isNoScreen(path: string): boolean {
  const segments = decode(path).toLowerCase().split('/').filter(Boolean);
  const [first = ''] = segments;
  return FIRST.has(first) || segments.some((segment) => segment.includes('.') || WORDPRESS.test(segment));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const deflate = promisify(deflateRaw);
/** RFC 1952: deflate, no name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The beginning of a text, compressed so that any end can follow. */
interface GzipStart {
  bytes: Buffer;
  checksum: number;
  length: number;
}

/** Compresses what many texts begin with. It ends at a full flush, so what follows is compressed without it. */
export async function beginGzip(start: Buffer): Promise<GzipStart> {
  const compressed = await deflate(start, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([HEADER, compressed]), checksum: crc32(start), length: start.length };
}

/** The whole text as gzip: only its end is compressed here, at once, because a thread would cost five times as much. */
export function endGzip({ bytes, checksum, length }: GzipStart, end: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, deflateRawSync(end, { level: 5 }), trailer]);
}

/**
 * The script of a page that reports its faults: errors that nobody catches, screens that could not be drawn, and answers 500.
 * It stands in the page itself, so it hears of the app's own scripts failing too. What failed is not said, only where: the server makes a
 * screen of the path. Five of a page are enough to see it, and browsers that ask not to be tracked report nothing.
 *
 * @param release the version that made the page.
 */
export function faultScript(release: string): string {
  return `{
  const told = new Set();
  const { doNotTrack, globalPrivacyControl } = navigator;
  const fault = (error) => {
    const { name, status, requestId } = error ?? {};
    const ours = name === 'ApiError' ? status === 500 : !/^(Network|Abort|Timeout)Error$/.test(name);
    if (!ours || told.has(error) || told.size > 4 || doNotTrack === '1' || globalPrivacyControl) return;
    told.add(error);
    const report = JSON.stringify({ path: location.pathname, release: ${JSON.stringify(release)}, requestId });
    try {
      navigator.sendBeacon('/api/faults', new Blob([report], { type: 'application/json' }));
    } catch {}
  };
  window.fault = fault;
  addEventListener('error', ({ error }) => error && fault(error));
  addEventListener('unhandledrejection', ({ reason }) => fault(reason));
}`;
}
