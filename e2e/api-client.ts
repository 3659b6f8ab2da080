import type { CallInput, CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';

interface Parts {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  rawBody?: Uint8Array<ArrayBuffer>;
}

/** Calls the public API as one browser of its own would, with its own session cookie. */
export class ApiClient {
  readonly origin: string;
  /** `name=value`, empty while signed out. */
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Calls one endpoint; a refusal is an error, since makers must succeed. */
  async call<Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ): Promise<CallOutput<Endpoints[Name]>> {
    const { path = {}, query = {}, body, rawBody } = input as Parts;
    const [method = 'GET', template = ''] = name.split(' ');
    const address = new URL(
      template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? '')),
      this.origin,
    );
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, String(value));
    const response = await fetch(address, {
      method,
      headers: {
        Origin: this.origin,
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...(rawBody ? { 'Content-Type': 'image/png' } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(rawBody ? { body: rawBody } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      if (/^(?:__Host-)?madang=/.test(pair)) this.cookie = pair;
    }
    return (text === '' ? undefined : JSON.parse(text)) as CallOutput<Endpoints[Name]>;
  }

  /** The text of a page that is no endpoint. */
  async read(path: string): Promise<string> {
    const response = await fetch(new URL(path, this.origin));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  }
}
