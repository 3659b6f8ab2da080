import type { IncomingMessage } from 'node:http';

/** What every request is looked at for. */
export interface CommonHeaders {
  host: string | undefined;
  cookie: string;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  requestId: string | undefined;
  /** Whether one of them is there more than once. */
  repeated: boolean;
  /** Of two Host headers Node takes the first, and a proxy before us may have taken the other. */
  twoHosts: boolean;
}

const NAMES = new Set(['host', 'cookie', 'if-none-match', 'accept-encoding', 'x-request-id']);
const LENGTHS = new Set([...NAMES].map((name) => name.length));

/**
 * Reads them out of Node's flat list of names and values: Node's object of all headers costs more than the rest of a
 * cached answer may. Where one of them is repeated that object is asked, which joins them.
 */
export function readCommonHeaders(incoming: IncomingMessage): CommonHeaders {
  const { rawHeaders } = incoming;
  let found: Partial<Record<string, string>> = {};
  let repeated = false;
  let twoHosts = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const known = name.toLowerCase();
    if (!NAMES.has(known)) continue;
    if (found[known] !== undefined) {
      repeated = true;
      twoHosts ||= known === 'host';
    } else found[known] = rawHeaders[index + 1];
  }
  if (repeated) found = incoming.headers as Partial<Record<string, string>>;
  return {
    host: found['host'],
    cookie: found['cookie'] ?? '',
    ifNoneMatch: found['if-none-match'],
    acceptEncoding: found['accept-encoding'],
    requestId: found['x-request-id'],
    repeated,
    twoHosts,
  };
}
