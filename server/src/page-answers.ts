import type { ScreenName } from '@madang/contract/analytics/rules';
import { addressTag, type PageCard, putCard } from './page-card.ts';
import { findScreen } from './page-hints.ts';

/**
 * What screens of students ask the API as soon as they are shown, whatever comes of it; `:names` are those of the
 * address. A journey compares it with what the web app asks.
 */
const FIRST_ADDRESSES: Readonly<Partial<Record<ScreenName, readonly string[]>>> = {
  '/': ['/api/events'],
  '/building': ['/api/buildings'],
  '/building/:buildingId': ['/api/buildings/:buildingId', '/api/buildings/:buildingId/posts?order=recent'],
  '/board/question': ['/api/buildings/question', '/api/buildings/question/posts?order=recent'],
  '/board/buildingNotice': [
    '/api/buildings/buildingNotice',
    '/api/buildings/buildingNotice/posts?order=recent',
  ],
  '/board/new': ['/api/posts/latest'],
  '/board/hot': ['/api/hots'],
  '/board/event': ['/api/events'],
  '/board/event/:id': ['/api/events/:id'],
  '/board/notice': ['/api/notices'],
  '/board/notice/:id': ['/api/notices/:id'],
  '/post/:id': ['/api/posts/:id'],
  '/hotpost/:id': ['/api/hots/:id'],
};

/**
 * The shared answers that a page's screen asks for first, as addresses. Every page asks which campus it is; what
 * stands behind a question mark is another order or category, so then nothing else is certain.
 */
export function firstAddresses(visit: { path: string; search: string; student: boolean }): string[] {
  const { screen, names } = findScreen(visit.path);
  const asked = (visit.student && visit.search === '' && screen && FIRST_ADDRESSES[screen]) || [];
  return ['/api/campus', ...asked.map((template) => fill(template, names))];
}

function fill(template: string, names: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeAgain(names[name] ?? ''));
}

/** The web app decodes what it finds in the address and encodes what it asks. */
function encodeAgain(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment);
  }
}

/** The page of the web app, which a visit's answers are put into. */
export class PageTemplate {
  readonly #before: string;
  readonly #after: string;
  readonly #origin: string;

  /** @param html as built; what it has the browser ask for beforehand is what comes with it here. */
  constructor(html: string, card: PageCard) {
    this.#origin = card.origin;
    const rest = putCard(html, card).replaceAll(/[ \t]*<link rel="preload" as="fetch"[^>]*>\n?/g, '');
    const end = rest.indexOf('</head>');
    this.#before = rest.slice(0, end);
    this.#after = rest.slice(end);
  }

  /** The page of this path with these answers, which are JSON by their call. No text in them can end the element. */
  fill(path: string, answers: ReadonlyMap<string, string>): string {
    const members = [...answers].map(([call, json]) => `${JSON.stringify(call)}:${json}`);
    const data = `{${members.join()}}`.replaceAll('<', '\\u003c');
    return `${this.#before}${addressTag(this.#origin, path)}<script type="application/json" id="answers">${data}</script>${this.#after}`;
  }
}
