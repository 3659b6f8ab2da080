import type { CampusSettings } from '@madang/contract/campus/schema';
import { SHOWN } from '@madang/contract/offline/rules';
import { USER_FIELD, USER_FORM } from '@madang/contract/user-header';
import { pagePolicy, policyHash } from '../http/request.ts';

/** Part of a page that is the same for its audience. */
export interface SharedPart {
  path: string;
  /** Redirect target in the browser; null if none. */
  leadsTo: string | null;
  /** Server-rendered screen and time in milliseconds; null if the browser renders. */
  drawn: { html: string; now: number } | null;
  /** Addresses of the screen's styles besides the start's. */
  styles: readonly string[];
  /** The screen's scripts, fetched together with the start script. */
  scripts: readonly string[];
  /** Files of likely next screens, fetched at rest. */
  next?: readonly string[];
  /** True for the shell: the browser renders any address for any user. */
  shell?: true;
  answers: ReadonlyMap<string, string>;
}

/** HTML pages: a shared beginning and the viewer's end. */
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
   * @param html as built: styles are inlined for the first paint, the script starts after it.
   * @param readStyle returns a built style's text.
   * @param faults the script that reports page faults, if any.
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

  /** Returns a page's beginning. Escaped texts cannot close its elements. */
  begin({ path, leadsTo, drawn, styles, scripts, next = [], shell, answers }: SharedPart): string {
    const all = [...this.#startStyles, ...styles];
    const inline = all.map((address) => `<style>${this.#readStyle(address)}</style>`);
    // Vite skips linked styles, and the browser skips disabled ones. Loaded again, the first would overrule the others.
    const known = all.map((address) => `<link rel="stylesheet" href="${address}" disabled>`);
    const head = [this.#head, addressTag(this.#origin, path), ...inline, ...known].join('');
    const body = this.#rest.replace(
      '<div id="root"></div>',
      () => `<div id="root">${drawn?.html ?? ''}</div>`,
    );
    const members = [`"scripts":${JSON.stringify(scripts)}`, `"answers":${joinAnswers(answers)}`];
    if (next.length > 0) members.push(`"next":${JSON.stringify(next)}`);
    if (drawn) members.push(`"now":${drawn.now}`);
    if (shell) members.push('"shell":true');
    if (leadsTo) members.push(`"leadsTo":${JSON.stringify(leadsTo)}`);
    return head + body + dataBlock('shared', `{${members.join()}}`);
  }

  /**
   * Returns the end of a page with the viewer's data.
   *
   * @param own session and private answers as JSON; an empty object if unknown.
   * @param userId the viewer, if the form acts as them.
   */
  end(own: string, userId: string | null = null): string {
    return `${userField(userId)}${dataBlock('own', own)}<script>${this.#start}</script>${this.#end}`;
  }

  /** Returns the end of a form's answer page, which starts no app. */
  plainEnd(userId: string | null = null): string {
    return userField(userId) + this.#end;
  }

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
 * Loads and starts the app after the first paint, within two seconds; hidden pages and the shell at once. Retries failed
 * networks; forms wait for the app.
 * Stores the data if the user leaves earlier; the app removes the element then.
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
    load();
    for (const href of shared.scripts)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  };
  const load = () => import(${JSON.stringify(address)}).catch(() => setTimeout(load, 3000));
  if (document.hidden || shared.shell) start();
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, 2000);
  }
}`;
}

/** Adds the viewer's id to the form of the shared beginning. */
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

/** Metadata for messengers, search engines and home screens. */
export interface PageCard {
  origin: string;
  product: CampusSettings['product'];
  university: string;
}

/** Adds the campus's names and share card, alike everywhere. */
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

/** Omits the query, which may contain a secret. */
function addressTag(origin: string, path: string): string {
  return `<meta property="og:url" content="${escapeHtml(origin + path)}" />\n  `;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
