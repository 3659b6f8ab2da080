// Reads thousands of live streams over bare sockets in its own process, to keep this cost away from writer and server.
// Controlled by messages of its parent.
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One stream to open. */
export interface Wanted {
  origin: string;
  path: string;
  cookie: string;
}

/** Events of one group of streams since the last call; the three arrays are parallel. */
export interface Received {
  /** Ids of the received replies, and {@link keyOf} the data of crowd reports. */
  ids: string[];
  /** Index of the stream in its group. */
  streams: Int32Array;
  /** Index of the reply in `ids`. */
  replies: Int32Array;
  /** Time of arrival in milliseconds of the machine's monotonic clock. */
  times: Float64Array;
  /** Streams ended by the server so far. */
  ended: number;
  /** Events other than replies so far. */
  others: number;
}

export type Order =
  | { kind: 'open'; group: string; streams: readonly Wanted[] }
  | { kind: 'take'; group: string }
  | { kind: 'cut'; group: string };

/** Maximum number of concurrent requests for streams. */
const OPENING = 64;
const REPLY = 'event: reply\ndata: {"id" : "';
const VOICES = 'event: voices\ndata: ';
const ID_LENGTH = 36;

/** Returns milliseconds of a clock shared by all processes of this machine. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

class Group {
  readonly sockets: Socket[] = [];
  readonly #places = new Map<string, number>();
  #streams: number[] = [];
  #replies: number[] = [];
  #times: number[] = [];
  ended = 0;
  others = 0;

  note(stream: number, id: string, time: number): void {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(id, place);
    }
    this.#streams.push(stream);
    this.#replies.push(place);
    this.#times.push(time);
  }

  take(): Received {
    const received: Received = {
      ids: [...this.#places.keys()],
      streams: Int32Array.from(this.#streams),
      replies: Int32Array.from(this.#replies),
      times: Float64Array.from(this.#times),
      ended: this.ended,
      others: this.others,
    };
    this.#places.clear();
    [this.ended, this.others] = [0, 0];
    [this.#streams, this.#replies, this.#times] = [[], [], []];
    return received;
  }
}

/** Opens one stream and waits for its first bytes. */
function open(group: Group, place: number, { origin, path, cookie }: Wanted): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    group.sockets.push(socket);
    socket.setEncoding('latin1');
    let rest = '';
    let started = false;
    socket.on('error', reject);
    socket.on('close', () => {
      group.ended += 1;
      reject(new Error(`${path} was closed`));
    });
    socket.on('data', (text: string) => {
      const time = machineTime();
      rest += text;
      if (!started) {
        if (!rest.includes('retry:')) return;
        if (!rest.startsWith('HTTP/1.1 200')) return reject(new Error(`${path}: ${rest.slice(0, 40)}`));
        started = true;
        rest = rest.slice(rest.indexOf('retry:'));
        resolve();
      }
      rest = readFrames(rest, (id) => {
        if (id === null) group.others += 1;
        else group.note(place, id, time);
      });
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept: text/event-stream\r\n` +
        'Cache-Control: no-cache\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: ko-KR\r\n\r\n',
    );
  });
}

/** Returns a key for event data without an id. */
export function keyOf(data: string): string {
  return createHash('sha1').update(data).digest('hex').slice(0, ID_LENGTH);
}

/** Reports the id of each reply, the key of crowd reports, and null for other events; returns the unread text. */
function readFrames(text: string, tell: (id: string | null) => void): string {
  let from = 0;
  for (;;) {
    const event = text.indexOf('event: ', from);
    if (event === -1) return text.slice(Math.max(from, text.length - 'event: '.length));
    if (text.startsWith(VOICES, event)) {
      const end = text.indexOf('\n\n', event);
      if (end === -1) return text.slice(event);
      tell(keyOf(text.slice(event + VOICES.length, end)));
      from = end;
      continue;
    }
    const id = event + REPLY.length;
    if (text.length < id + ID_LENGTH) return text.slice(event);
    const isReply = text.startsWith(REPLY, event);
    tell(isReply ? text.slice(id, id + ID_LENGTH) : null);
    from = event + REPLY.length;
  }
}

const groups = new Map<string, Group>();

async function obey(order: Order): Promise<Received | null> {
  const group = groups.get(order.group) ?? new Group();
  groups.set(order.group, group);
  if (order.kind === 'take') return group.take();
  if (order.kind === 'cut') {
    groups.delete(order.group);
    for (const socket of group.sockets) socket.destroy();
    return null;
  }
  const wanted = order.streams.entries();
  const openInTurn = async () => {
    for (const [place, stream] of wanted) await open(group, place, stream);
  };
  await Promise.all(Array.from({ length: OPENING }, openInTurn));
  return null;
}

process.on('message', (order: Order) => {
  obey(order).then(
    (received) => process.send?.({ received }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
