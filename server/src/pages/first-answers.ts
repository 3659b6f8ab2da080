import { findScreen } from '@madang/contract/screens';
import type { PageVisit } from './screen-files.ts';

/**
 * The shared answers that a page's screen asks for first, as addresses. Every page asks which campus it is; what
 * stands behind a question mark is another order or category, so then nothing else is certain. A journey compares this
 * with what the web app asks.
 */
export function firstAddresses(visit: PageVisit & { search: string }): string[] {
  const { screen, params } = findScreen(visit.path, visit.features) ?? { params: {} };
  const shown = visit.signedIn ? screen?.audience !== 'visitor' : screen?.audience !== undefined;
  const asks = (shown && screen?.asks) || [];
  const lit = (shown && visit.features.flatMap((feature) => screen?.asksWith?.[feature] ?? [])) || [];
  const query = new URLSearchParams(visit.search);
  return ['/api/campus', ...[...asks, ...lit].map((template) => fill(template, params, query))];
}

/** Takes `:name` from the path, and `{name:one|other}` from the query: the first where it says nothing else of these. */
function fill(template: string, params: Readonly<Record<string, string>>, query: URLSearchParams): string {
  return template
    .replace(/:(\w+)(?![^{]*\})/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\{(\w+):([^}]+)\}/g, (_, name: string, values: string) => {
      const [usual = '', ...others] = values.split('|');
      return others.find((value) => value === query.get(name)) ?? usual;
    });
}
