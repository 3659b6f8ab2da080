import { findScreen } from '@madang/contract/screens';
import { addressTag, type PageCard, putCard } from './card.ts';
import type { PageVisit } from './hints.ts';

/**
 * The shared answers that a page's screen asks for first, as addresses. Every page asks which campus it is; what
 * stands behind a question mark is another order or category, so then nothing else is certain. A journey compares this
 * with what the web app asks.
 */
export function firstAddresses(visit: Omit<PageVisit, 'poster'> & { search: string }): string[] {
  const { screen, params } = findScreen(visit.path, visit.features) ?? { params: {} };
  const asks = (visit.signedIn && visit.search === '' && screen?.asks) || [];
  return ['/api/campus', ...asks.map((template) => fill(template, params))];
}

function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
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
