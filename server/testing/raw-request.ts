import { connect } from 'node:net';

/** Response to raw bytes, and the milliseconds until the server closed the connection. */
export interface RawAnswer {
  answer: string;
  after: number;
  /** Status of the first response; 0 without one. */
  status: number;
}

/** Sends bytes unchanged and waits until the server closes the connection. */
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
 * Sends one request with exactly this target and these headers on a new connection.
 * `Host` is the site's unless the headers include one.
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
