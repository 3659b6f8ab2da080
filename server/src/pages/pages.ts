import { join } from 'node:path';
import { type AnswerCache, OutgoingAnswer } from '../platform/cache/answer-cache.ts';
import { accepts } from '../platform/http/accepted-encoding.ts';
import type { CacheStep } from '../platform/http/cache-step.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import type { Pages } from '../platform/http/pipeline.ts';
import type { Router } from '../platform/http/router.ts';
import { readFolder, StaticFolder } from '../platform/http/static-files.ts';
import { serverFolder } from '../platform/server-folder.ts';
import type { PageCard } from './card.ts';
import { DrawnPages } from './drawn-pages.ts';
import type { Draw } from './drawer.ts';
import { faultScript } from './fault-script.ts';
import { hasForm, type SentForm, takeForm } from './forms.ts';
import type { KeptBuilds } from './kept-builds.ts';
import { MANIFEST, writeManifest } from './manifest.ts';
import { PageTemplate, type SharedPart } from './page-template.ts';
import { DEVICE, readFilesByModule } from './screen-files.ts';
import { beginGzip, endGzip, type GzipStart } from './split-gzip.ts';
import { isNoScreen } from './unknown-addresses.ts';
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
