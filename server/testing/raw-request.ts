import { connect } from 'node:net';

/** What came back for raw bytes, and after how many milliseconds the server let go. */
export interface RawAnswer {
  answer: string;
  after: number;
  /** The status of the first answer; 0 when there was none. */
  status: number;
}

/** Writes bytes as they are, which no HTTP client would, and waits until the server closes the connection. */
export function sendRaw(port: number, write: (line: (text: string) => void) => void): Promise<RawAnswer> {
  const started = Date.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve({
        answer,
        after: Date.now() - started,
        status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0),
      }),
    );
    socket.on('connect', () => write((text) => socket.writable && socket.write(text)));
  });
}

/**
 * One request with exactly this target and these headers, on a connection of its own; `Host` is the site's
 * unless the headers name one.
 */
export function askRaw(
  origin: string,
  request: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawAnswer> {
  const { host, port } = new URL(origin);
  const lines = Object.entries({ Host: host, ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return sendRaw(Number(port), (line) => line(`${request} HTTP/1.1\r\n${lines.join('')}\r\n${body}`));
}
