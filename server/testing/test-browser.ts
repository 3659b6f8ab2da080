import type { CallInput, CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import type { Problem } from '@madang/contract/errors';
import { requireDescribed } from './described-answers.ts';

/** What came back: the endpoint's own output, or a problem. */
export interface Answer<Output> {
  status: number;
  headers: Headers;
  body: Output;
  problem: Problem | null;
}

/**
 * Calls the API over real HTTP the way a browser does: the session's cookie, the site's own Origin. Of cookies
 * it keeps the session's only: without the mark of a fresh write, cached answers have to be right by
 * themselves.
 */
export class TestBrowser {
  readonly origin: string;
  /** The site whose page asks. */
  readonly #page: string;
  readonly #described: boolean;
  cookie = '';

  /**
   * @param page the site's own address, where that is not the one to connect to.
   * @param described whether answers are held against the API description; not where many at once are a load.
   */
  constructor(origin: string, { page = origin, described = false } = {}) {
    this.origin = origin;
    this.#page = page;
    this.#described = described;
  }

  /** A typed call of one endpoint. */
  async call<Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ): Promise<Answer<CallOutput<Endpoints[Name]>>> {
    const parts = input as {
      path?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
      rawBody?: Uint8Array;
    };
    const [method = 'GET', template = ''] = name.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(parts.path?.[key] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const response = await this.send(method, query ? `${path}?${query}` : path, {
      ...(parts.body === undefined ? {} : { json: parts.body }),
      ...(parts.rawBody === undefined ? {} : { bytes: parts.rawBody }),
    });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      body: body as CallOutput<Endpoints[Name]>,
      problem: response.status >= 400 ? (body as Problem) : null,
    };
  }

  /** Any request, for what the types would not let through. */
  async send(
    method: string,
    path: string,
    options: { json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const body = options.bytes ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' || method === 'HEAD' ? {} : { Origin: this.#page }),
        ...(options.json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.bytes === undefined ? {} : { 'Content-Type': 'image/jpeg' }),
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> | string }),
    });
    if (this.#described) await requireDescribed(method, path, response);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      if (!/^(?:__Host-)?madang=/.test(pair)) continue;
      this.cookie = cookie.includes('Max-Age=0') ? '' : pair;
    }
    return response;
  }
}
