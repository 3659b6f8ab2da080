import { decodeSegment } from '@madang/contract/paths';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Exchange } from './exchange.ts';

/** Hono's view of a request; `env` is ours. */
export type RouteContext = Context<{ Bindings: Exchange }>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Routes of the contract's kind on Hono: in `/api/posts/{id}` a parameter is one whole segment and never empty. */
export class Routes {
  /**
   * It takes the path as it was sent: the web's own reading would take `..` away first. Hono's fastest router does not know
   * `/posts/latest` beside `/posts/{id}`.
   */
  readonly hono = new Hono<{ Bindings: Exchange }>({
    router: new TrieRouter(),
    getPath: (_, options) => canonical(options?.env?.path ?? ''),
  });
  /** Method and template of every route. */
  readonly names: string[] = [];

  /** Adds a route by its method and template. Of two that fit an address the first one answers: none may hide another. */
  add(name: string, answer: (context: RouteContext) => Promise<void> | void): void {
    const first = this.names.find((other) => coversAll(other, name));
    if (first) throw new Error(`${name} is mounted twice: ${first} answers`);
    this.names.push(name);
    const [method = '', template = ''] = name.split(' ');
    this.hono.on(method, template.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      context.env.route = name;
      await answer(context);
      return RESPONSE_ALREADY_SENT;
    });
  }

  /** The methods that this path has routes for, HEAD beside GET; none where nothing is. */
  methodsOf(path: string): string[] {
    const fits = (method: string) =>
      this.hono.router.match(method, canonical(path))[0].some(([[, { method: own }]]) => own === method);
    return METHODS.filter(fits).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }
}

/** Whether whatever fits `name` fits `other` too. */
function coversAll(other: string, name: string): boolean {
  const segments = name.split('/');
  const others = other.split('/');
  return (
    others.length === segments.length &&
    others.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}

/** Each letter in one spelling, and an encoded slash stays one, so that Hono's parameters are what was sent. */
function canonical(path: string): string {
  // No route's, but the guards' like every other.
  if (!path.startsWith('/')) return `//${path}`;
  if (!path.includes('%')) return path;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeSegment(segment)))
    .join('/');
}
