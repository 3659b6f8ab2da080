import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Response of the line instead of the server. */
interface LineAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns a response, or null to forward the request; a pending promise holds it. */
type AnswerOnLine = (path: string) => LineAnswer | null | Promise<LineAnswer | null>;

/**
 * Proxy that simulates network failures for one browser. Chromium's "offline" rejects only new requests, not open streams.
 */
export class CuttableLine {
  readonly #server: Server;
  readonly #port: string;
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<[from: IncomingMessage, to: ServerResponse]>();
  #broken = false;
  #answer: AnswerOnLine = () => null;
  #rewrite: ((text: string) => string) | null = null;

  private constructor(port: string) {
    this.#port = port;
    this.#server = createServer((incoming, outgoing) => void this.#take(incoming, outgoing));
    this.#server.on('connection', (socket) => {
      if (this.#broken) socket.destroy();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** @param port of the server. */
  static async open(port: string): Promise<CuttableLine> {
    const line = new CuttableLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes open connections and rejects new ones: both sides notice. */
  cut(): void {
    this.#broken = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Keeps connections open without traffic, as after a phone changes networks: the old one times out minutes later.
   */
  deaden(): void {
    this.#broken = true;
    for (const [from, to] of this.#answers) from.unpipe(to).resume();
    this.#answers.clear();
  }

  /** Accepts connections again. */
  restore(): void {
    this.#broken = false;
  }

  /** Answers requests in between, like a café's network or a proxy without its server. */
  answerWith(answer: AnswerOnLine): void {
    this.#answer = answer;
  }

  /** Changes pages and scripts in transit, as another build would. */
  rewrite(change: (text: string) => string): void {
    this.#rewrite = change;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const answer = await this.#answer(new URL(incoming.url ?? '/', 'http://localhost').pathname);
    if (!answer) return this.#pass(incoming, outgoing);
    const { status, headers = { 'content-type': 'text/html; charset=utf-8' }, body = '' } = answer;
    outgoing.writeHead(status, headers).end(body);
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
    const change = this.#rewrite;
    if (change) for (const name of ['accept-encoding', 'if-none-match']) delete incoming.headers[name];
    const { method, headers } = incoming;
    const target = {
      host: '127.0.0.1',
      port: this.#port,
      path: pathname + search,
      method,
      headers,
      agent: false,
    };
    const onward = request(target, (answer) => {
      if (change && /html|javascript/.test(answer.headers['content-type'] ?? ''))
        return void sendChanged(answer, outgoing, change);
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      outgoing.flushHeaders();
      const pair: [IncomingMessage, ServerResponse] = [answer, outgoing];
      this.#answers.add(pair);
      answer.once('close', () => this.#answers.delete(pair));
      answer.once('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}

async function sendChanged(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(change(Buffer.concat(parts).toString()));
}
