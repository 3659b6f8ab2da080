import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

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

  private constructor(port: string) {
    this.#port = port;
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
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
  mend(): void {
    this.#broken = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
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
