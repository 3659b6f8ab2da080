import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a request on its way to the store; `pass` asks the store after all, and may change what it hands out. */
export type Fault = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pass: (change?: (body: Buffer) => Buffer) => void,
) => void;

/** A way to a store that can fail as stores do. */
export interface FaultyStore {
  origin: string;
  /** What came in, such as `GET /bucket/key`, newest last. */
  asked: string[];
  /** Done instead of asking the store, so many times, once so many requests have passed; for good and at once without numbers. */
  fail(fault: Fault, times?: number, after?: number): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens one before the store at `origin`; while nothing is said to fail, everything arrives as it was sent. */
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

/** Says that it did what it did not. */
const ignore =
  (ignored: string): Fault =>
  ({ method }, outgoing, pass) =>
    method === ignored ? void outgoing.writeHead(200).end() : pass();

const change =
  (how: (body: Buffer) => Buffer): Fault =>
  ({ method }, _, pass) =>
    pass(method === 'GET' ? how : undefined);

/** What stores do on a bad day. */
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
  /** Says how long the body is, and ends before. */
  cut: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 1_000 });
    outgoing.write('x'.repeat(500), () => outgoing.destroy());
  }) as Fault,
  /** The same without saying how long it is. */
  cutUnsaid: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Transfer-Encoding': 'chunked' });
    outgoing.write('x'.repeat(500), () => outgoing.socket?.resetAndDestroy());
  }) as Fault,
  /** Begins, and never goes on. */
  drip: ((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': 1_000 });
    outgoing.write('x');
  }) as Fault,
  /** Somebody in between has a page for everything. */
  page: ((_, outgoing) => void outgoing.writeHead(200).end('<html>Welcome</html>')) as Fault,
  away: ((_, outgoing) =>
    void outgoing.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end()) as Fault,
};
