import type { Cost, Kind } from './calibrate.ts';
import { ADDRESSES, VISIT, visitsOf, type Day } from './days.ts';
import { untilNext } from './random.ts';
import { simulate, type Arrivals, type Outcome, type Station, type Step } from './simulate.ts';

/** What a campus is served by: processes of one core each, and the cores of a leader and of its replicas. */
export interface Setup {
  name: string;
  processes: number;
  leader: number;
  replica: number;
}

export interface Prices {
  costs: Record<Kind, Cost>;
  /** Seconds of a process that one reader of a signal costs. */
  delivery: number;
  /** Seconds that the disk takes for the commits that wait. */
  disk: number;
}

/** For how long a process has an answer at hand (server/src/platform/cache). */
const LIFETIME = 1;
/** So many of the most read addresses are lists that every write changes, as it does the post's own; that is on the high side. */
const TOUCHED = 5;
/** Of a call's time in its process, what goes by before PostgreSQL is asked. */
const BEFORE = 0.6;

/** Plays a day's busiest minute, `times` as busy. */
export function playDay(
  day: Day,
  setup: Setup,
  prices: Prices,
  { times = 1, seconds = 20, seed = 1 }: { times?: number; seconds?: number; seed?: number } = {},
): Outcome & { rate: number } {
  const stations: Station[] = [
    ...Array.from({ length: setup.processes }, (_, index) => ({ name: `process ${index + 1}`, servers: 1 })),
    { name: 'leader', servers: setup.leader },
    { name: 'replica', servers: Math.max(1, setup.replica) },
    { name: 'disk', servers: 1, together: true },
  ];
  const [leader, replica, disk] = [setup.processes, setup.processes + 1, setup.processes + 2];
  const way = (kind: Kind, base: number, random: () => number, process: number, write = false): Step[] => {
    const cost = prices.costs[kind];
    const inProcess = untilNext(1 / cost.process, random);
    if (cost.database < 1e-5) return [{ station: process, seconds: inProcess }];
    return [
      { station: process, seconds: inProcess * BEFORE },
      { station: base, seconds: untilNext(1 / cost.database, random) },
      ...(write ? [{ station: disk, seconds: prices.disk }] : []),
      { station: process, seconds: inProcess * (1 - BEFORE) },
    ];
  };
  const any = (random: () => number) => Math.floor(random() * setup.processes);
  const popular = cumulate(ADDRESSES);
  const kept = new Map<number, number>();
  const drop = (random: () => number) => {
    const own = find(popular, random());
    for (let process = 0; process < setup.processes; process += 1) {
      for (let address = 0; address < TOUCHED; address += 1) kept.delete(address * setup.processes + process);
      kept.delete(own * setup.processes + process);
    }
  };
  const visits = visitsOf(day) * times;
  const call = (kind: Kind, perVisit: number, write = false): Arrivals => ({
    kind,
    rate: visits * perVisit,
    route(_, random) {
      if (write) drop(random);
      return way(kind, leader, random, any(random), write);
    },
  });
  const arrivals: Arrivals[] = [
    call('page', VISIT.page),
    call('own', VISIT.own),
    call('like', day.likes, true),
    call('reply', day.replies, true),
    call('post', day.posts, true),
    {
      kind: 'read',
      rate: visits * VISIT.read,
      route(now, random) {
        const process = any(random);
        const address = find(popular, random()) * setup.processes + process;
        if ((kept.get(address) ?? -Infinity) > now) return way('cached', leader, random, process);
        kept.set(address, now + LIFETIME);
        return way('list', setup.replica > 0 ? replica : leader, random, process);
      },
    },
    {
      // Each process tells the readers that are its own.
      kind: 'signal',
      rate: visits * day.replies * setup.processes,
      route: (_, random) => [
        { station: any(random), seconds: (prices.delivery * day.readers) / setup.processes },
      ],
    },
  ];
  const rate = arrivals.reduce((sum, each) => sum + (each.kind === 'signal' ? 0 : each.rate), 0);
  return { rate, ...simulate({ stations, arrivals, seconds, warmUp: 2, seed }) };
}

/** The busiest station, by its name without a number, and how busy it is. */
export function busiest({ stations }: Outcome): { name: string; busy: number } {
  const [[name, { busy }] = ['', { busy: 0 }]] = Object.entries(stations)
    .filter(([station]) => station !== 'disk')
    .toSorted(([, one], [, other]) => other.busy - one.busy);
  return { name: name.replace(/ \d+$/, ''), busy };
}

/** How many times a day's busiest minute a setup can take until a station works 95 % of its time. */
export function findEnd(
  day: Day,
  setup: Setup,
  prices: Prices,
): { times: number; rate: number; name: string } {
  let [low, high] = [0, 1];
  const isFull = (times: number) => busiest(playDay(day, setup, prices, { times, seconds: 3 })).busy >= 0.95;
  while (!isFull(high)) [low, high] = [high, high * 2];
  for (let turn = 0; turn < 5; turn += 1) {
    const middle = (low + high) / 2;
    if (isFull(middle)) high = middle;
    else low = middle;
  }
  const end = playDay(day, setup, prices, { times: high, seconds: 3 });
  return { times: high, rate: end.rate, name: busiest(end).name };
}

/** Shares of what is read, by rank, summed up. */
function cumulate(count: number): Float64Array {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) sums[rank - 1] = sum += 1 / rank;
  return sums.map((each) => each / sum);
}

function find(sums: Float64Array, share: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  return low;
}
