// Reads thousands of live streams over bare sockets, in a process of its own: what reading costs must not be
// taken from the writer's clock or the server's memory. It does what it is told through its parent's messages.
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One stream to open, and the group that it is distinguished by afterwards. */
export interface Wanted {
  origin: string;
  path: string;
  cookie: string;
}

/** What arrived in one group of streams since it was last asked for; the three arrays belong together. */
export interface Received {
  /** Ids of the replies that arrived, and {@link keyOf} the data of voices. */
  ids: string[];
  /** Place of the stream in its group. */
  streams: Int32Array;
  /** Place of the reply in `ids`. */
  replies: Int32Array;
  /** When it arrived, in milliseconds of the machine's clock since it started. */
  times: Float64Array;
  /** Streams that the server has ended so far. */
  ended: number;
  /** Events that were no replies so far. */
  others: number;
}

export type Order =
  | { kind: 'open'; group: string; streams: readonly Wanted[] }
  | { kind: 'take'; group: string }
  | { kind: 'cut'; group: string };

/** Requests for streams on their way at a time. */
const OPENING = 64;
const REPLY = 'event: reply\ndata: {"id" : "';
const VOICES = 'event: voices\ndata: ';
const ID_LENGTH = 36;

/** Milliseconds of a clock that all processes of this machine share. */
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

/** Names the data of an event that has no id of its own. */
export function keyOf(data: string): string {
  return createHash('sha1').update(data).digest('hex').slice(0, ID_LENGTH);
}

/** Tells the id of each reply whose beginning has arrived, the key of voices, null for other events; answers what is unread. */
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
