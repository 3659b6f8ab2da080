import type { CampusSettings } from '@madang/contract/campus/schema';
import { SHOWN } from '@madang/contract/device/rules';
import { USER_FIELD, USER_FORM } from '@madang/contract/user-header';
import { pagePolicy, policyHash } from '../platform/http/request.ts';

/** What a page shows to everybody in its audience. */
export interface SharedPart {
  path: string;
  /** Where the browser goes on at once, to what is shown; null where it stays. */
  leadsTo: string | null;
  /** The screen as it was drawn and when, in milliseconds; null where the browser draws it. */
  drawn: { html: string; now: number } | null;
  /** Styles of the screen beside those of the start, by their addresses. */
  styles: readonly string[];
  /** The screen's own scripts: they are fetched together with the start script. */
  scripts: readonly string[];
  /** It stands for any page: the browser draws whatever its address says, for anybody who is there. */
  shell?: true;
  /** JSON by call. */
  answers: ReadonlyMap<string, string>;
}

/** The page of the web app: a beginning that is the same for many, and the viewer's own end. */
export class PageTemplate {
  readonly #head: string;
  readonly #rest: string;
  readonly #start: string;
  readonly #end: string;
  readonly #origin: string;
  readonly #scripts: readonly string[];
  readonly #readStyle: (address: string) => string;
  readonly #startStyles: readonly string[];
  readonly #policies = new Map<string, string>();

  /**
   * @param html as built. Its styles come with the page, so that the first paint waits for nothing else, and its script
   * starts after that paint.
   * @param readStyle the text of a style of the build.
   * @param faults the script that reports what fails in a page; null where nothing is reported.
   */
  constructor(
    html: string,
    card: PageCard,
    readStyle: (address: string) => string,
    faults: string | null = null,
  ) {
    this.#origin = card.origin;
    this.#readStyle = readStyle;
    const entry = /[ \t]*<script type="module"[^>]* src="([^"]+)"><\/script>\n?/;
    const sheet = /[ \t]*<link rel="stylesheet"[^>]* href="([^"]+)">\n?/g;
    const script = startScript(entry.exec(html)?.[1] ?? '');
    const early = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
    this.#scripts = [...early, ...(faults === null ? [] : [faults]), script].map(policyHash);
    this.#startStyles = [...html.matchAll(sheet)].map((match) => match[1] ?? '');
    const rest = putCard(html, card)
      .replaceAll(/[ \t]*<link rel="preload" as="fetch"[^>]*>\n?/g, '')
      .replace(entry, '')
      .replaceAll(sheet, '');
    const [head = '', body = ''] = rest.split('</head>');
    const [before = '', after = ''] = body.split('</body>');
    this.#head = faults === null ? head : `${head}<script>${faults}</script>`;
    this.#rest = `</head>${before}`;
    this.#start = script;
    this.#end = `</body>${after}`;
  }

  /** The beginning of a page. No text in it can end its elements. */
  begin({ path, leadsTo, drawn, styles, scripts, shell, answers }: SharedPart): string {
    const inline = [...this.#startStyles, ...styles].map(
      (address) => `<style>${this.#readStyle(address)}</style>`,
    );
    // Vite loads no style that is linked already, and the browser none that is disabled.
    const known = styles.map((address) => `<link rel="stylesheet" href="${address}" disabled>`);
    const head = [this.#head, addressTag(this.#origin, path), ...inline, ...known].join('');
    const body = this.#rest.replace(
      '<div id="root"></div>',
      () => `<div id="root">${drawn?.html ?? ''}</div>`,
    );
    const members = [`"scripts":${JSON.stringify(scripts)}`, `"answers":${joinAnswers(answers)}`];
    if (drawn) members.push(`"now":${drawn.now}`);
    if (shell) members.push('"shell":true');
    if (leadsTo) members.push(`"leadsTo":${JSON.stringify(leadsTo)}`);
    return head + body + dataBlock('shared', `{${members.join()}}`);
  }

  /**
   * The end of a page: what is the viewer's alone.
   *
   * @param session as JSON; null where it is not known.
   * @param userId the viewer, where the page's form writes as them.
   */
  end(session: string | null, userId: string | null = null): string {
    const own = dataBlock('own', session === null ? '{}' : `{"session":${session}}`);
    return `${userField(userId)}${own}<script>${this.#start}</script>${this.#end}`;
  }

  /** The end of a page that answers a form which was sent without the app: it stays without. */
  plainEnd(userId: string | null = null): string {
    return userField(userId) + this.#end;
  }

  /** The content security policy of a page with these styles. */
  policy(styles: readonly string[]): string {
    const key = styles.join();
    const known = this.#policies.get(key);
    if (known) return known;
    const hashes = [...this.#startStyles, ...styles].map((address) => policyHash(this.#readStyle(address)));
    const policy = pagePolicy(this.#scripts, hashes);
    this.#policies.set(key, policy);
    return policy;
  }
}

/**
 * Fetches and starts the app right after the first paint: before it, its bytes would hold up the pictures, and reading it
 * the paint. A page that is not shown paints nothing, so it does not wait for long, and the shell has nothing to paint. Where the line is cut it tries again: what
 * was sent meanwhile waits for the app.
 *
 * Saves the data of a page that is left before the app has stored it: the app removes the element once it has.
 */
function startScript(address: string): string {
  return `{
  const element = document.getElementById('shared');
  const page = element.textContent;
  const shared = JSON.parse(page);
  const { user, blocked } = JSON.parse(document.getElementById('own').textContent).session ?? {};
  const key = ${JSON.stringify(SHOWN)} + location.pathname + location.search;
  if (user && shared.now)
    addEventListener('pagehide', () => {
      try {
        if (element.isConnected) localStorage.setItem(key, JSON.stringify({ userId: user.id, blocked, page }));
      } catch {}
    });
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of shared.scripts)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    load();
  };
  const load = () => import(${JSON.stringify(address)}).catch(() => setTimeout(load, 3000));
  if (document.hidden || shared.shell) start();
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, 2000);
  }
}`;
}

/** The viewer as a field of the page's form, which stands in the beginning and so names nobody. */
function userField(userId: string | null): string {
  return userId === null
    ? ''
    : `<input type="hidden" form="${USER_FORM}" name="${USER_FIELD}" value="${userId}">`;
}

function joinAnswers(answers: ReadonlyMap<string, string>): string {
  return `{${[...answers].map(([call, json]) => `${JSON.stringify(call)}:${json}`).join()}}`;
}

function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/** What a page says of itself to anyone who only reads its head: a messenger, a search engine, a home screen. */
export interface PageCard {
  /** Where browsers reach this site. */
  origin: string;
  product: CampusSettings['product'];
  university: string;
}

/** The page with the campus's names and its share card, the same for every address: it says nothing of a student. */
function putCard(html: string, { origin, product, university }: PageCard): string {
  const name = escapeHtml(product.name);
  const tagline = escapeHtml(product.tagline);
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:locale', 'ko_KR'],
    ['og:site_name', name],
    ['og:title', `${name} · ${escapeHtml(university)}`],
    ['og:description', tagline],
    ['og:image', `${origin}/campus/share.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ];
  const tags = [
    ...properties.map(([property, content]) => `<meta property="${property}" content="${content}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<meta name="application-name" content="${name}" />`,
    `<meta name="apple-mobile-web-app-title" content="${name}" />`,
  ];
  return html
    .replace(/<title>.*?<\/title>/s, () => `<title>${name}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/s, () => `<meta name="description" content="${tagline}" />`)
    .replace(/\s*<\/head>/, (end) => ['', ...tags].join('\n    ') + end);
}

/** A link opens what it was sent for; what stands behind its question mark may be a secret. */
function addressTag(origin: string, path: string): string {
  return `<meta property="og:url" content="${escapeHtml(origin + path)}" />\n  `;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
