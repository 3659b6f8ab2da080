import { decodeSegment, matchSegments, splitPath } from '@madang/contract/paths';

/** A route that was found, and what stands in the address for its parameters. */
export interface Found<Route> {
  route: Route;
  parameters: Readonly<Record<string, string>>;
}

/** One address with all its routes, by method. Each may call the parameters by names of its own. */
interface Address<Route> {
  pattern: readonly string[];
  routes: Map<string, { route: Route; names: readonly string[] }>;
}

/**
 * Finds routes by method and path. A template is `/api/posts/{id}`: a parameter is one whole segment and never empty,
 * and where a literal segment fits, it goes before a parameter. GET answers HEAD too. Segments are decoded after the
 * path is cut, so an encoded slash is a letter like others.
 */
export class RouteTable<Route> {
  /** By their number of segments; of two that fit, the one with the earlier literal comes first. */
  readonly #addresses = new Map<number, Address<Route>[]>();
  /** Method and template of every route. */
  readonly names: string[] = [];

  /** Adds a route; a second one at the same address is a mistake in the program. */
  add(method: string, template: string, route: Route): void {
    const segments = splitPath(template);
    const pattern = segments.map((segment) => (segment.startsWith('{') ? ':' : segment));
    const names = segments.filter((segment) => segment.startsWith('{')).map((name) => name.slice(1, -1));
    const all = this.#addresses.get(pattern.length) ?? [];
    let address = all.find((one) => one.pattern.join('/') === pattern.join('/'));
    if (!address) all.push((address = { pattern, routes: new Map() }));
    if (address.routes.has(method)) throw new Error(`${method} ${template} is mounted twice`);
    address.routes.set(method, { route, names });
    this.#addresses.set(
      pattern.length,
      all.sort((left, right) => order(left) - order(right)),
    );
    this.names.push(`${method} ${template}`);
  }

  /** The methods that this path can be asked with, HEAD beside GET; none where nothing is. */
  methodsOf(path: string): string[] {
    return [...(this.#match(path)?.address.routes.keys() ?? [])].flatMap((method) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
  }

  find(method: string, path: string): Found<Route> | undefined {
    const match = this.#match(path);
    const found = match?.address.routes.get(method === 'HEAD' ? 'GET' : method);
    if (!match || !found) return undefined;
    const parameters: Record<string, string> = {};
    for (const [index, name] of found.names.entries()) parameters[name] = match.values[index] ?? '';
    return { route: found.route, parameters };
  }

  #match(path: string): { address: Address<Route>; values: readonly string[] } | undefined {
    const segments = splitPath(path).map(decodeSegment);
    for (const address of this.#addresses.get(segments.length) ?? []) {
      const values = matchSegments(address.pattern, segments);
      if (values) return { address, values };
    }
    return undefined;
  }
}

/** Binary digits from the first segment to the last: 0 for a literal, 1 for a parameter. */
function order({ pattern }: Address<unknown>): number {
  return Number.parseInt(`0${pattern.map((segment) => (segment === ':' ? 1 : 0)).join('')}`, 2);
}
