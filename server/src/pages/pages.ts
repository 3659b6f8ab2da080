import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { SERVER_FOLDER } from '@madang/contract/paths';
import { type AnswerCache, OutgoingAnswer } from '../http/answer-cache.ts';
import { serverFolder } from '../lib/folders.ts';
import { accepts, type CacheStep } from '../http/cache.ts';
import type { Pages } from '../http/pipeline.ts';
import type { RequestContext } from '../http/request.ts';
import type { Router } from '../http/router.ts';
import { readFolder, StaticFolder } from '../http/static-files.ts';
import { type PageCard, PageTemplate, type SharedPart } from './page-template.ts';
import { type Draw, RenderedPages } from './rendering.ts';
import { hasForm, type SentForm, takeForm } from './forms.ts';
import type { PreviousBuilds } from './kept-builds.ts';
import { MANIFEST, writeManifest } from './manifest.ts';
import { DEVICE, readFilesByModule } from './screen-files.ts';
import { describeVisits, type VisitAnswer, type VisitDependencies } from './visits.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';
const CAMPUS = '/campus';
const PAGE = '/index.html';
const ASSETS = '/assets/';
/** The worker's cached page, the worker, and its removal script (web/worker). */
const [SHELL, WORKER, REMOVER] = ['/shell', '/sw.js', '/sw-off.js'];
const HTML = 'text/html; charset=utf-8';

interface PagesDependencies extends Omit<VisitDependencies, 'pages' | 'files'> {
  campusFolder: string;
  hasMap: boolean;
  /** The built web app; null serves no pages. */
  webFolder: string | null;
  /** Renders screens; null if the browser renders all of them. */
  draw: Draw | null;
  /** Files of earlier builds; null if none are stored. */
  builds: PreviousBuilds | null;
  /** Whether browsers get a service worker. Otherwise the installed one is removed. */
  worker: boolean;
  /** Router for form endpoints; available from the first request on. */
  router: () => Router;
  cache: AnswerCache;
  cacheStep: CacheStep;
  card: PageCard;
  /** Version of this server, included in fault reports of pages. */
  release: string;
}

/** Returns campus pictures and the web app, which routes all addresses [RT-05, RT-17] but server paths and file names. */
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
      const { env: request } = context;
      if (!answerPage || !hasForm(request.path, edition)) return false;
      hideFromSearch(request);
      const sent = await takeForm(dependencies.router(), context, edition);
      return sent === null || answerPage(request, sent);
    },
    has(path) {
      if (path.startsWith(`${CAMPUS}/`)) return pictures.has(path.slice(CAMPUS.length));
      return web !== null && (web.has(path) || isPage(path));
    },
    answerFile(request) {
      const path = request.path === WORKER && !worker ? REMOVER : request.path;
      if (path.startsWith(`${CAMPUS}/`))
        return pictures.answer(request, path.slice(CAMPUS.length), REVALIDATED);
      return web !== null && web.answer(request, path, path.startsWith(ASSETS) ? IMMUTABLE : 'no-cache');
    },
    answerPage(request) {
      const { path } = request;
      if (path.startsWith(ASSETS)) return builds?.find(path)?.answer(request, path, IMMUTABLE) ?? false;
      hideFromSearch(request);
      return answerPage !== null && isPage(request.path) && answerPage(request);
    },
  };
}

/** Answers with a visit's rendered page, or the built one. */
function answerPages(dependencies: PagesDependencies, web: StaticFolder) {
  const { cache, cacheStep, draw, card, edition, release, worker } = dependencies;
  const readText = (address: string) => Buffer.from(web.read(address) ?? []).toString();
  // Without a build id the page registers no worker.
  const html = worker ? readText(PAGE) : readText(PAGE).replace(/ data-build="\w+"/, '');
  const faults = release && edition === 'official' ? faultScript(release) : null;
  const template = new PageTemplate(html, card, readText, faults);
  const files = readFilesByModule(join(serverFolder(), 'dist', 'web-manifest.json'));
  const pages = new RenderedPages({ cache, cacheStep, draw, template, files });
  const describeVisit = describeVisits({ ...dependencies, pages, files });
  const send = pageSender(template);
  const bare = barePages(template);

  /** Sends the page that phones cache offline: public data only. */
  async function sendShell(request: RequestContext): Promise<void> {
    const campus = await cacheStep.read('/api/campus', { signedIn: false, bypass: false });
    const answers = new Map(campus && [['GET /api/campus', campus.body.toString()]]);
    await send(
      request,
      bare({ path: '/', shell: true, answers, scripts: files.get(DEVICE)?.scripts ?? [] }),
      200,
      'no-cache',
    );
  }

  return async (request: RequestContext, sent: SentForm | null = null): Promise<boolean> => {
    if (request.path === SHELL && !sent) {
      await sendShell(request);
      return true;
    }
    await send(
      request,
      (await describeVisit(request, sent)) ?? bare({ path: request.path }),
      sent?.problem.status,
    );
    return true;
  };
}

/** Returns a sender that joins shared beginning and viewer's end. */
function pageSender(template: PageTemplate) {
  const starts = new WeakMap<OutgoingAnswer, Promise<GzipStart>>();

  /** Compresses each cached beginning once. */
  function start(page: OutgoingAnswer): Promise<GzipStart> {
    const known = starts.get(page) ?? beginGzip(Buffer.from(page.body));
    if (page.source) starts.set(page, known);
    return known;
  }

  return async function send(
    request: RequestContext,
    { page, own, userId, styles, plain }: VisitAnswer,
    status = 200,
    // Contains the viewer's data [SF-22].
    caching = 'no-store',
  ): Promise<void> {
    const end = Buffer.from(plain ? template.plainEnd(userId) : template.end(own, userId));
    const headers = {
      'Content-Type': HTML,
      'Cache-Control': caching,
      'Content-Security-Policy': template.policy(styles),
    };
    if (!accepts(request.header('accept-encoding'), 'gzip'))
      return request.send(status, headers, Buffer.concat([Buffer.from(page.body), end]));
    const body = endGzip(await start(page), end);
    return request.send(status, { ...headers, 'Content-Encoding': 'gzip' }, body);
  };
}

/** Returns a maker of pages with these parts; browsers load the rest. */
function barePages(template: PageTemplate) {
  const nothing = {
    leadsTo: null,
    drawn: null,
    styles: [],
    scripts: [],
    answers: new Map<string, string>(),
  };
  return (more: Pick<SharedPart, 'path'> & Partial<SharedPart>): VisitAnswer => {
    const text = template.begin({ ...nothing, ...more });
    return { page: new OutgoingAnswer(text, null), own: '{}', userId: null, styles: [], plain: false };
  };
}

/** Excludes printed codes' pages and office links from search engines [PL-05]. */
function hideFromSearch(request: RequestContext): void {
  if (/^\/(?:at\/|office$)/i.test(request.path)) request.addHeader('X-Robots-Tag', 'noindex');
}

function isPage(path: string): boolean {
  return !SERVER_FOLDER.test(path) && !isNoScreen(path);
}

/** First path segments that scanners probe and no page uses. */
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

/** WordPress paths at any depth: `/wp-admin/`, `/blog/wp-login.php`. */
const WORDPRESS = /^wp-(?:admin|content|includes|json|login|config)/;
/**
 * True for file names and addresses probed by monitors, such as `/metrics`: 404 instead of a page [RT-05] [RT-17]. `path`
 * as sent.
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

/** Compressed beginning of a text to which any end can be appended. */
interface GzipStart {
  bytes: Buffer;
  checksum: number;
  length: number;
}

/** Compresses a shared beginning up to a full flush. */
export async function beginGzip(start: Buffer): Promise<GzipStart> {
  const compressed = await deflate(start, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([HEADER, compressed]), checksum: crc32(start), length: start.length };
}

/** Returns the whole text as gzip. Compresses the end synchronously: a thread costs five times more. */
export function endGzip({ bytes, checksum, length }: GzipStart, end: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, deflateRawSync(end, { level: 5 }), trailer]);
}

/**
 * Returns the inline script that reports uncaught errors, failed rendering and answers 500. Sends the path, never the
 * error, five times at most, unless the browser refuses tracking.
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
