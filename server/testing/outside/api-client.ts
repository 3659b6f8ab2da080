import type { CallInput, CallOutput } from '@madang/contract/endpoint';
import { NO_USER, USER_HEADER } from '@madang/contract/user-header';
import type { Endpoints } from '@madang/contract/endpoints';
import type { Problem } from '@madang/contract/errors';

/** A response: the endpoint's output, or a problem. */
export interface Answer<Output> {
  status: number;
  headers: Headers;
  body: Output;
  problem: Problem | null;
}

/** Request as sent to the server. */
export interface SentRequest {
  method: string;
  redirect: 'manual';
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
}

/**
 * Calls the API over HTTP as a browser does, with the session's cookie and the site's Origin.
 * Keeps no other cookie: without the fresh-write cookie, cached answers must be correct by themselves.
 */
export class ApiClient {
  readonly origin: string;
  /** Origin of the page, if it is not the address to connect to. */
  readonly #page: string;
  /** `name=value`, empty while signed out. */
  cookie = '';
  /** User of each session of this client. */
  readonly #users = new Map<string, string>();

  constructor(origin: string, page = origin) {
    this.origin = origin;
    this.#page = page;
  }

  /** Calls one endpoint with its types. */
  async call<Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ): Promise<Answer<CallOutput<Endpoints[Name]>>> {
    const given = input as {
      path?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
      rawBody?: Uint8Array;
    };
    const [method = 'GET', template = ''] = name.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(given.path?.[key] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(given.query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const response = await this.send(method, query ? `${path}?${query}` : path, {
      ...(given.body === undefined ? {} : { json: given.body }),
      ...(given.rawBody === undefined ? {} : { bytes: given.rawBody }),
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

  /**
   * Calls one endpoint and returns its output.
   *
   * @throws {Error} on a refusal.
   */
  async ask<Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ): Promise<CallOutput<Endpoints[Name]>> {
    const { status, body, problem } = await this.call(name, input);
    if (problem) throw new Error(`${name}: ${status} ${JSON.stringify(problem)}`);
    return body;
  }

  /** Sends any request, also one that the types would reject. */
  async send(
    method: string,
    path: string,
    options: { json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const body = options.bytes ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
    const response = await this.request(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(isRead(method) ? {} : { Origin: this.#page }),
        ...(isRead(method) || this.cookie === '' ? {} : { [USER_HEADER]: await this.#readUser() }),
        ...(options.json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.bytes === undefined ? {} : { 'Content-Type': 'image/jpeg' }),
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> | string }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      if (!/^(?:__Host-)?madang=/.test(pair)) continue;
      this.cookie = cookie.includes('Max-Age=0') ? '' : pair;
      if (this.cookie !== '') await this.#noteUser(response.clone());
    }
    return response;
  }

  /** Takes over a session of this user. */
  use(cookie: string, userId: string): void {
    this.cookie = cookie;
    this.#users.set(cookie, userId);
  }

  /** Returns the user of the session; asks the server if the cookie is from another client. */
  async #readUser(): Promise<string> {
    if (!this.#users.has(this.cookie)) {
      const request = { method: 'GET', redirect: 'manual', headers: { Cookie: this.cookie } } as const;
      await this.#noteUser(await this.request(`${this.origin}/api/session`, request));
    }
    return this.#users.get(this.cookie) ?? NO_USER;
  }

  async #noteUser(answer: Response): Promise<void> {
    if (!answer.ok) return;
    const { user } = (await answer.json()) as { user?: { id: string } | null };
    if (user) this.#users.set(this.cookie, user.id);
  }

  protected request(address: string, request: SentRequest): Promise<Response> {
    return fetch(address, request);
  }

  /** Returns the text of a page that is not an endpoint. */
  async read(path: string): Promise<string> {
    const response = await fetch(new URL(path, this.origin));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
