/** A route that was found, and what stands at its parameters' places. */
export interface Found<Route> {
  route: Route;
  parameters: Readonly<Record<string, string>>;
}

interface Place<Route> {
  literals: Map<string, Place<Route>>;
  parameter: Place<Route> | undefined;
  /** By method. Routes may call the same place by other names. */
  routes: Map<string, { route: Route; names: readonly string[] }>;
}

/**
 * Finds routes by method and path, segment by segment. A template is `/api/posts/{id}`: a parameter is one whole
 * segment and never empty, and where a literal segment fits, it goes before a parameter. GET answers HEAD too.
 * Segments are decoded after the path is cut, so an encoded slash is a letter like others.
 */
export class RouteTable<Route> {
  readonly #root: Place<Route> = makePlace();
  /** Method and template of every route. */
  readonly names: string[] = [];

  /** Adds a route; a second one at the same place is a mistake in the program. */
  add(method: string, template: string, route: Route): void {
    const names: string[] = [];
    let place = this.#root;
    for (const segment of segmentsOf(template)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name) {
        names.push(name);
        place = place.parameter ??= makePlace();
      } else {
        const next = place.literals.get(segment) ?? makePlace();
        place.literals.set(segment, next);
        place = next;
      }
    }
    if (place.routes.has(method)) throw new Error(`${method} ${template} is mounted twice`);
    place.routes.set(method, { route, names });
    this.names.push(`${method} ${template}`);
  }

  /** The methods that this path can be asked with, HEAD beside GET; none where nothing is. */
  methodsOf(path: string): string[] {
    const place = descend(this.#root, segmentsOf(path).map(decode), 0, []);
    return [...(place?.routes.keys() ?? [])].flatMap((method) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
  }

  find(method: string, path: string): Found<Route> | undefined {
    const values: string[] = [];
    const place = descend(this.#root, segmentsOf(path).map(decode), 0, values);
    const found = place?.routes.get(method === 'HEAD' ? 'GET' : method);
    if (!found) return undefined;
    const parameters: Record<string, string> = {};
    for (const [index, name] of found.names.entries()) parameters[name] = values[index] ?? '';
    return { route: found.route, parameters };
  }
}

function makePlace<Route>(): Place<Route> {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}

const segmentsOf = (path: string) => path.split('/').slice(1);

function descend<Route>(
  place: Place<Route>,
  segments: readonly string[],
  depth: number,
  values: string[],
): Place<Route> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return place.routes.size > 0 ? place : undefined;
  const literal = place.literals.get(segment);
  const found = literal && descend(literal, segments, depth + 1, values);
  if (found || !place.parameter || segment === '') return found;
  values.push(segment);
  const deeper = descend(place.parameter, segments, depth + 1, values);
  if (!deeper) values.pop();
  return deeper;
}

/** Once; what is not an encoding stays as it is, for the endpoint's schema to refuse. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
