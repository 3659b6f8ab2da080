// `npm run bench:voices`: 5,000 open pages while 500 students a minute say how places are; beside a bare server that writes
// the very events that ours wrote, at the same moments, to as many open responses. In turn in one run, with the same voices
// said to nobody in between: what is over is what telling costs.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { median, percentile, processorSeconds, ratios, spread } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { keyOf, machineTime, type Received } from './reading.ts';
import { Readers } from './readers.ts';
import { defineBench, type Run } from './run.ts';

const OPTIONS = { streams: 5_000, voices: 500, seconds: 30, rounds: 5 };
const PATH = '/api/voices/live';
/** Milliseconds within which a page shows what was said, and how far apart events are at least. */
const [SHOWN_GOAL, APART_GOAL] = [5_000, 3_000];
const COST_GOAL = 1.5;

/** A voice that was taken: the so many-th of all, and when it was sent. */
interface Voice {
  nth: number;
  sentAt: number;
}

export const bench = defineBench('voices', OPTIONS, async (options, run) => {
  const place = await openPlace(run, { posts: 2_000, replies: 2_000, sessions: options.streams });
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  run.onEnd(() => client.end());
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM buildings WHERE kind = 'building' ORDER BY id`,
  );
  const ours = await place.serve({ EDITION: 'official' });
  const bare = await place.fanOut(null);
  const readers = new Readers();
  run.onEnd(() => readers.close());
  const said = new Voices(
    ours,
    place.cookies,
    rows.map(({ id }) => id),
  );
  // From two voices on a place is shown, and its number is part of the answer.
  for (let nth = 0; nth < 2 * rows.length; nth += 1) await said.say();
  const measured: Figures[] = [];
  for (let round = 0; round <= options.rounds; round += 1) {
    const figures = await measureRound({ options, place, ours, bare, readers, said });
    // The first round warms everything up.
    if (round > 0) measured.push(figures);
  }
  return report(run, measured);
});

/** Seconds of processor time of one round, and how its pages were told. */
interface Figures extends Told {
  ours: number;
  /** The same voices while nobody reads. */
  alone: number;
  bare: number;
}

interface Setting {
  options: typeof OPTIONS;
  place: Place;
  ours: BuiltServer;
  bare: BuiltServer;
  readers: Readers;
  said: Voices;
}

async function measureRound({ options, place, ours, bare, readers, said }: Setting): Promise<Figures> {
  const { voices, seconds, streams } = options;
  const open = (group: string, { origin }: BuiltServer) =>
    readers.open(
      group,
      place.cookies.map((cookie) => ({ origin, path: PATH, cookie })),
    );
  const alone = await cost(ours, () => said.saySome(voices, seconds));
  await open('ours', ours);
  const events = await follow(ours, place.cookie);
  await sleep(APART_GOAL);
  await readers.take('ours');
  const sent: Voice[] = [];
  const whole = await cost(ours, async () => {
    sent.push(...(await said.saySome(voices, seconds)));
    await sleep(SHOWN_GOAL);
  });
  events.close();
  const received = await readers.take('ours');
  await readers.cut('ours');
  await open('bare', bare);
  const replayed = await cost(bare, () => replay(bare, events.all, seconds * 1_000 + SHOWN_GOAL));
  const { times } = await readers.take('bare');
  await readers.cut('bare');
  if (times.length < received.times.length * 0.9) throw new Error('the bare server told others');
  return { ours: whole, alone, bare: replayed, ...readRound(received, events.all, sent, streams) };
}

function report(run: Run, rounds: readonly Figures[]): object {
  const all = (name: 'ours' | 'alone' | 'bare') => rounds.map((figures) => figures[name]);
  const sum = (name: 'tooSoon' | 'behind' | 'deliveries') =>
    rounds.reduce((total, figures) => total + figures[name], 0);
  const late = rounds.flatMap((figures) => figures.late);
  const [p50, p99] = [median(late), percentile(late, 0.99)].map(Math.round) as [number, number];
  const telling = ratios(
    rounds.map(({ ours, alone }) => ours - alone),
    all('bare'),
  );
  run.row('seconds of processor time a round', 'ours', 'voices alone', 'bare fan-out');
  run.row('', spread(all('ours')).text, spread(all('alone')).text, spread(all('bare')).text);
  const whole = spread(ratios(all('ours'), all('bare'))).text;
  console.log(`${sum('deliveries')} deliveries; with the voices themselves ${whole} × bare`);
  run.goal('a voice is shown', p99 <= SHOWN_GOAL, `p50 ${p50} ms, p99 ${p99} ms, goal ${SHOWN_GOAL}`);
  run.goal('telling', median(telling) <= COST_GOAL, `${spread(telling).text} × bare, goal ${COST_GOAL}`);
  run.goal(
    'three seconds apart, and all end with the newest',
    sum('tooSoon') + sum('behind') === 0,
    `${sum('tooSoon')} too soon, ${sum('behind')} behind`,
  );
  return { p50, p99, rounds: rounds.map(({ late: _, ...figures }) => figures) };
}

/** Says voices, each by another student of a place or of another place. */
class Voices {
  #nth = 0;
  readonly #server: BuiltServer;
  readonly #cookies: readonly string[];
  readonly #places: readonly string[];

  constructor(server: BuiltServer, cookies: readonly string[], places: readonly string[]) {
    [this.#server, this.#cookies, this.#places] = [server, cookies, places];
  }

  async say(): Promise<Voice> {
    this.#nth += 1;
    const nth = this.#nth;
    const { origin } = this.#server;
    const sentAt = machineTime();
    const answer = await fetch(`${origin}/api/voices`, {
      method: 'PUT',
      headers: {
        Cookie: this.#cookies[nth % this.#cookies.length] ?? '',
        Origin: origin,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ buildingId: this.#places[nth % this.#places.length], crowd: 'normal' }),
    });
    if (answer.status !== 204) throw new Error(`a voice: ${answer.status} ${await answer.text()}`);
    return { nth, sentAt };
  }

  async saySome(aMinute: number, seconds: number): Promise<Voice[]> {
    const saying: Promise<Voice>[] = [];
    const timer = setInterval(() => saying.push(this.say()), 60_000 / aMinute);
    await sleep(seconds * 1_000);
    clearInterval(timer);
    return Promise.all(saying);
  }
}

async function cost(server: BuiltServer, work: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds(server);
  await work();
  return processorSeconds(server) - before;
}

interface Event {
  data: string;
  at: number;
}

/** Notes what one page is told, in full. */
async function follow(server: BuiltServer, cookie: string) {
  const ending = new AbortController();
  const { body } = await fetch(server.origin + PATH, { headers: { Cookie: cookie }, signal: ending.signal });
  const all: Event[] = [];
  void (async () => {
    let rest = '';
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames)
        if (frame.startsWith('event: voices'))
          all.push({ data: frame.slice(frame.indexOf('{')), at: machineTime() });
    }
  })().catch(() => {});
  return { all, close: () => ending.abort() };
}

/** Posts the events to the bare server as far apart as they came. */
async function replay(server: BuiltServer, events: readonly Event[], milliseconds: number): Promise<void> {
  const [from, begun] = [events[0]?.at ?? 0, machineTime()];
  for (const { data, at } of events.slice(1)) {
    await sleep(Math.max(0, at - from - (machineTime() - begun)));
    await fetch(server.origin + PATH, { method: 'POST', body: `event: voices\ndata: ${data}\n\n` });
  }
  await sleep(Math.max(0, milliseconds - (machineTime() - begun)));
}

/** How many voices an answer counts. */
function countOf({ data }: Event): number {
  const { places } = JSON.parse(data) as { places: Record<string, { n?: number }> };
  return Object.values(places).reduce((sum, { n = 0 }) => sum + n, 0);
}

/** What pages were told in a round. */
interface Told {
  /** When each page showed each voice, in milliseconds from the moment at which it was sent. */
  late: number[];
  /** Events that came too soon after the one before, and pages that do not end with the newest. */
  tooSoon: number;
  behind: number;
  deliveries: number;
}

function readRound(
  { ids, streams, replies, times }: Received,
  events: readonly Event[],
  sent: readonly Voice[],
  pages: number,
): Told {
  const countOfKey = new Map(events.map((event) => [keyOf(event.data), countOf(event)]));
  const newest = Math.max(...countOfKey.values());
  const byPage = Array.from({ length: pages }, () => [] as { count: number; at: number }[]);
  for (const [index, stream] of streams.entries())
    byPage[stream]?.push({
      count: countOfKey.get(ids[replies[index] ?? 0] ?? '') ?? 0,
      at: times[index] ?? 0,
    });
  const told: Told = { late: [], tooSoon: 0, behind: 0, deliveries: times.length };
  for (const page of byPage) {
    if (page.at(-1)?.count !== newest) told.behind += 1;
    // As they arrive on a busy machine: a tenth of the time is left to it.
    told.tooSoon += page.filter(
      ({ at }, index) => index > 0 && at - (page[index - 1]?.at ?? 0) < APART_GOAL * 0.9,
    ).length;
    for (const { nth, sentAt } of sent)
      told.late.push((page.find(({ count }) => count >= nth)?.at ?? Infinity) - sentAt);
  }
  return told;
}
