import { findScreen, type ScreenRow } from '@madang/contract/screens';
import type { PageVisit } from './screen-files.ts';

/**
 * The shared answers that a page's screen asks for first, as addresses. Every page asks which campus it is; what
 * stands behind a question mark is another order or category, so then nothing else is certain. A journey compares this
 * with what the web app asks.
 */
export function firstAddresses(visit: PageVisit & { search: string }): string[] {
  const { screen, params } = findScreen(visit.path, visit.edition) ?? { params: {} };
  const shown = visit.signedIn ? screen?.audience !== 'visitor' : screen?.audience !== undefined;
  const asks = (shown && screen?.asks) || [];
  const beside = (shown && visit.edition === 'official' && screen?.asksOfficially) || [];
  const query = new URLSearchParams(visit.search);
  return ['/api/campus', ...[...asks, ...beside].map((template) => fill(template, params, query))];
}

/** The longest value of a query that a screen is drawn with: the app makes no longer ones. In letters. */
const VALUE_MAX = 500;

/**
 * What a screen reads of its query, in one order and spelling, so that what changes nothing makes no page of its own; null
 * where that is too long to be drawn.
 */
export function knownSearch(screen: ScreenRow | undefined, search: string): string | null {
  if (search === '' || !screen) return '';
  const query = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const template of screen.asks ?? [])
    for (const [, name = '', values = ''] of template.matchAll(/\{(\w+):([^}]+)\}/g)) {
      const value = query.get(name);
      if (value !== null && values.split('|').slice(1).includes(value)) known.set(name, value);
    }
  for (const name of screen.reads ?? []) {
    const value = query.get(name);
    if (value !== null && value.length > VALUE_MAX) return null;
    if (value !== null) known.set(name, value);
  }
  return known.toString();
}

/** Takes `:name` from the path, and from the query `{name}`, and `{name:one|other}`: the first where it says none of these. */
function fill(template: string, params: Readonly<Record<string, string>>, query: URLSearchParams): string {
  return template
    .replace(/:(\w+)(?![^{]*\})/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(query.get(name) ?? ''))
    .replace(/\{(\w+):([^}]+)\}/g, (_, name: string, values: string) => {
      const [usual = '', ...others] = values.split('|');
      return others.find((value) => value === query.get(name)) ?? usual;
    });
}
