import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { percentile, processorSeconds } from './measure.ts';
import { headersOf } from './place.ts';
import { machineTime, type Received, type Wanted } from './reading.ts';

/** A post that is read live. */
export interface Topic {
  post: string;
  /** Number of its last reply when the streams are opened. */
  last: number;
  readers: number;
}

interface Sent {
  topic: number;
  /** Number of the reply in its post. */
  number: number;
  sentAt: number;
  answeredAt: number;
}

/** Replies written in a round, by id, and the servers' processor seconds. */
interface Ledger {
  sent: ReadonlyMap<string, Sent>;
  seconds: number;
}

/** Results of one round; milliseconds from the sending of a reply. */
export interface Figures {
  p50: number;
  p99: number;
  /** p99 of the post with many readers; `othersP99` is that of all others. */
  hotP99: number;
  othersP99: number;
  answerP50: number;
  /** Microseconds of the servers' processor time per delivery. */
  microseconds: number;
  delivered: number;
  lost: number;
  doubled: number;
  unordered: number;
  /** Streams ended by the server, and events other than replies, so far. */
  ended: number;
  others: number;
}

const HOT_EVERY = 200;
/** Interval in ms between two replies to each of the other posts. */
const OTHERS_EVERY = 60_000;
const TEXT = '저도 어제 갔는데 자리 많았어요. 오전이 제일 조용합니다!';

/** One implementation of streams: replies are written to the first process and read from all. */
export abstract class Lane {
  abstract readonly name: string;
  readonly servers: readonly BuiltServer[];
  readonly #agent = new Agent({ keepAlive: true });
  #turn = 0;

  constructor(servers: readonly BuiltServer[]) {
    this.servers = servers;
  }

  protected abstract pathOf(topic: Topic): string;
  /** Writes one reply to a post; returns its id and its number. */
  protected abstract writeOne(topic: Topic, cookie: string): Promise<{ id: string; number: number }>;

  /** Distributes a post's readers over the processes. */
  streamsOf(topics: readonly Topic[], cookies: readonly string[]): Wanted[] {
    return this.topicOfStream(topics).map((place, index) => ({
      origin: this.servers[index % this.servers.length]?.origin ?? '',
      path: this.pathOf(topics[place] as Topic),
      cookie: cookies[index % cookies.length] ?? '',
    }));
  }

  /** Returns the index of the post of each stream, mixed. */
  topicOfStream(topics: readonly Topic[]): number[] {
    const places: number[] = [];
    const most = Math.max(...topics.map(({ readers }) => readers));
    for (let turn = 0; turn < most; turn += 1)
      for (const [place, { readers }] of topics.entries()) if (turn < readers) places.push(place);
    return places;
  }

  /** Writes for some seconds: to the first post all the time, to the others in turn. */
  async write(topics: readonly Topic[], cookies: readonly string[], seconds: number): Promise<Ledger> {
    const sent = new Map<string, Sent>();
    const cost = () => this.servers.reduce((sum, server) => sum + processorSeconds(server), 0);
    const before = cost();
    const writing: Promise<void>[] = [];
    const writeTo = async (topic: number) => {
      this.#turn += 1;
      const sentAt = machineTime();
      const reply = await this.writeOne(topics[topic] as Topic, cookies[this.#turn % cookies.length] ?? '');
      sent.set(reply.id, { topic, number: reply.number, sentAt, answeredAt: machineTime() });
    };
    let other = this.#turn;
    const begin = (topic: number) => writing.push(writeTo(topic));
    const nextOther = () => begin(1 + ((other += 1) % (topics.length - 1)));
    const timers = [
      setInterval(() => begin(0), HOT_EVERY),
      setInterval(nextOther, OTHERS_EVERY / (topics.length - 1)),
    ];
    await sleep(seconds * 1_000);
    for (const timer of timers) clearInterval(timer);
    await Promise.all(writing);
    return { sent, seconds: cost() - before };
  }

  /** Posts to the first process; returns the response body. */
  protected post(path: string, headers: Record<string, string>, body: string): Promise<string> {
    const { origin } = this.servers[0] as BuiltServer;
    return new Promise((resolve, reject) => {
      request(
        origin + path,
        {
          method: 'POST',
          agent: this.#agent,
          headers: { ...headers, Origin: origin, 'Content-Length': Buffer.byteLength(body) },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () =>
            answer.statusCode === 201
              ? resolve(text)
              : reject(new Error(`${path}: ${answer.statusCode} ${text}`)),
          );
        },
      )
        .on('error', reject)
        .end(body);
    });
  }
}

/** The built server. */
export class OurLane extends Lane {
  readonly name: string = this.servers.length === 1 ? 'ours' : 'ours, two processes';

  protected pathOf({ post, last }: Topic): string {
    return `/api/posts/${post}/replies/live?after=${last}`;
  }

  protected async writeOne({ post }: Topic, cookie: string) {
    const text = await this.post(
      `/api/posts/${post}/replies`,
      { ...headersOf(cookie), 'Content-Type': 'application/json' },
      JSON.stringify({ id: uuidv7(), body: TEXT }),
    );
    return JSON.parse(text) as { id: string; number: number };
  }
}

/** The bare server: receives the exact bytes that it writes. */
export class FanOutLane extends Lane {
  readonly name: string = this.servers.length === 1 ? 'bare' : 'bare, two processes';
  readonly #numbers = new Map<string, number>();

  protected pathOf({ post }: Topic): string {
    return `/api/posts/${post}/replies/live`;
  }

  protected async writeOne(topic: Topic, cookie: string) {
    const id = uuidv7();
    const number = (this.#numbers.get(topic.post) ?? topic.last) + 1;
    this.#numbers.set(topic.post, number);
    const reply = {
      id,
      buildingId: 'science-library',
      postId: topic.post,
      number,
      authorId: uuidv7(),
      nickname: '조용한 학생',
      body: TEXT,
      parentId: null,
      answering: null,
      likeCount: 0,
      createdAt: new Date().toISOString(),
    };
    // Formatted as PostgreSQL formats JSON, so that both send the same bytes.
    const fields = Object.entries(reply).map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`);
    const frame = `id: ${number}\nevent: reply\ndata: {${fields.join(', ')}}\n\n`;
    await this.post(this.pathOf(topic), { Cookie: cookie }, frame);
    return { id, number };
  }
}

/** Compares written with received replies. */
export function figuresOf(
  { sent, seconds }: Ledger,
  received: Received,
  topicOfStream: readonly number[],
  topics: readonly Topic[],
): Figures {
  const delays: number[] = [];
  const hot: number[] = [];
  const others: number[] = [];
  const seen = new Set<string>();
  const last = new Map<number, number>();
  let [doubled, unordered, strange] = [0, 0, 0];
  for (const [index, time] of received.times.entries()) {
    const stream = received.streams[index] ?? -1;
    const id = received.ids[received.replies[index] ?? -1] ?? '';
    const reply = sent.get(id);
    if (!reply || reply.topic !== topicOfStream[stream]) {
      strange += 1;
      continue;
    }
    const key = `${stream} ${id}`;
    if (seen.has(key)) doubled += 1;
    else if (reply.number <= (last.get(stream) ?? 0)) unordered += 1;
    seen.add(key);
    last.set(stream, Math.max(reply.number, last.get(stream) ?? 0));
    delays.push(time - reply.sentAt);
    (reply.topic === 0 ? hot : others).push(time - reply.sentAt);
  }
  let expected = 0;
  for (const { topic } of sent.values()) expected += topics[topic]?.readers ?? 0;
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    hotP99: percentile(hot, 0.99),
    othersP99: percentile(others, 0.99),
    answerP50: percentile(
      [...sent.values()].map(({ sentAt, answeredAt }) => answeredAt - sentAt),
      0.5,
    ),
    microseconds: (seconds / delays.length) * 1e6,
    delivered: seen.size,
    lost: expected - seen.size,
    doubled,
    unordered,
    ended: received.ended,
    others: received.others + strange,
  };
}
