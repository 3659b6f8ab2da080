import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Handles a request to the store; `pass` forwards it and may change the response. */
export type Fault = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pass: (change?: (body: Buffer) => Buffer) => void,
) => void;

/** Proxy to a store, with faults. */
export interface FaultyStore {
  origin: string;
  /** Received requests such as `GET /bucket/key`, newest last. */
  asked: string[];
  /** Replaces the next `times` requests after the first `after` ones; without numbers all, from now on. */
  fail(fault: Fault, times?: number, after?: number): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy to the store at `origin`; forwards everything until a fault is set. */
export async function openFaultyStore(origin: string): Promise<FaultyStore> {
  const { hostname, port } = new URL(origin);
  const asked: string[] = [];
  let [fault, left, passing]: [Fault | null, number, number] = [null, 0, 0];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url?.split('?')[0]}`);
    const pass: Parameters<Fault>[2] = (change) => {
      const { method, url: path, rawHeaders } = incoming;
      const onwards = request({ hostname, port, method, path, headers: rawHeaders }, (answer) => {
        const status = answer.statusCode ?? 0;
        if (!change) return void answer.pipe(outgoing.writeHead(status, answer.rawHeaders));
        void buffer(answer).then((whole) => {
          const body = change(whole);
          outgoing.writeHead(status, { ...answer.headers, 'content-length': body.length }).end(body);
        });
      });
      onwards.on('error', () => outgoing.destroy());
      incoming.pipe(onwards);
    };
    if (fault && passing > 0) passing -= 1;
    else if (fault && left > 0) {
      left -= 1;
      return fault(incoming, outgoing, pass);
    }
    pass();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail(next, times = Infinity, after = 0) {
      [fault, left, passing] = [next, times, after];
    },
    restore() {
      fault = null;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const error =
  (status: number, code: string): Fault =>
  (_, outgoing) =>
    void outgoing
      .writeHead(status)
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`);

/** Reports success without doing it. */
const ignore =
  (ignored: string): Fault =>
  ({ method }, outgoing, pass) =>
    method === ignored ? void outgoing.writeHead(200).end() : pass();

const change =
  (how: (body: Buffer) => Buffer): Fault =>
  ({ method }, _, pass) =>
    pass(method === 'GET' ? how : undefined);

/** Faults of stores. */
export const faults = {
  error,
  drops: ignore('PUT'),
  keeps: ignore('DELETE'),
  halves: change((body) => body.subarray(0, body.length / 2)),
  empties: change(() => Buffer.alloc(0)),
  mangles: change((body) => body.map((byte) => byte ^ 1) as Buffer),
  down: error(503, 'SlowDown'),
  silent: (() => {}) as Fault,
  reset: ((incoming) => incoming.socket.resetAndDestroy()) as Fault,
  /** Ends before the announced content length. */
  cut: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 1_000 });
    outgoing.write('x'.repeat(500), () => outgoing.destroy());
  }) as Fault,
  /** Ends early without an announced length. */
  cutUnsaid: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Transfer-Encoding': 'chunked' });
    outgoing.write('x'.repeat(500), () => outgoing.socket?.resetAndDestroy());
  }) as Fault,
  /** Sends one byte and then nothing. */
  drip: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 1_000 });
    outgoing.write('x');
  }) as Fault,
  /** A proxy in between answers every request with its own page. */
  page: ((_, outgoing) => void outgoing.writeHead(200).end('<html>Welcome</html>')) as Fault,
  away: ((_, outgoing) =>
    void outgoing.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end()) as Fault,
};
