import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a line says to a request in the server's place. */
interface LineAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Says it, or nothing where the server is asked; a promise that does not settle keeps the request waiting. */
type AnswerOnLine = (path: string) => LineAnswer | null | Promise<LineAnswer | null>;

/**
 * A proxy between one browser and the server, for what happens to a phone under way. Chromium's own "offline"
 * refuses new requests only: a stream that is already open goes on as if nothing were.
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

  /** @param port where the server listens. */
  static async open(port: string): Promise<CuttableLine> {
    const line = new CuttableLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends what is open and refuses what is new: both sides notice. */
  cut(): void {
    this.#broken = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Leaves open what is open, but nothing comes through it any more: what a phone has after it went from one
   * network to another, until the old connection times out many minutes later.
   */
  deaden(): void {
    this.#broken = true;
    for (const [from, to] of this.#answers) from.unpipe(to).resume();
    this.#answers.clear();
  }

  /** Lets new connections through again. */
  restore(): void {
    this.#broken = false;
  }

  /** Lets something in between answer, as the network of a café does, or a proxy whose server is gone. */
  answerWith(answer: AnswerOnLine): void {
    this.#answer = answer;
  }

  /** Changes pages and scripts on their way, as another build of the same app would have them. */
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
