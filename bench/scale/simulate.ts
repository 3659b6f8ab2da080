import { percentile } from '../measure.ts';
import { makeRandom, untilNext } from './random.ts';

/** Where calls wait and are served, in the order in which they come. */
export interface Station {
  name: string;
  /** How many calls it serves at once. */
  servers: number;
  /** Whether all that wait are served together, as a disk keeps the commits of many by one flush. */
  together?: boolean;
}

/** One visit of a call to a station. */
export interface Step {
  station: number;
  seconds: number;
}

/** Calls that come by chance, so many a second, whatever becomes of those before. */
export interface Arrivals {
  kind: string;
  rate: number;
  /** The way of the call that comes now. */
  route(now: number, random: () => number): readonly Step[];
}

export interface Model {
  stations: readonly Station[];
  arrivals: readonly Arrivals[];
  /** Seconds that are counted, after those that only fill the queues. */
  seconds: number;
  warmUp: number;
  seed: number;
}

export interface Outcome {
  /** Seconds of a call of each kind, from its coming to its end. */
  kinds: Record<string, { calls: number; mean: number; p50: number; p95: number }>;
  /** Of each station, the share of its servers that work and how many calls it has, waiting ones included. */
  stations: Record<string, { busy: number; calls: number }>;
  /** Calls a second that came to their end. */
  perSecond: number;
}

interface Call {
  kind: string;
  at: number;
  steps: readonly Step[];
  next: number;
}

/** A time at which something ends or comes. */
type Event = { at: number } & ({ arrivals: Arrivals } | { place: Place; calls: readonly Call[] });

interface Place {
  station: Station;
  waiting: Call[];
  working: number;
  inside: number;
  changedAt: number;
  busySeconds: number;
  callSeconds: number;
}

/** Plays what comes to the stations, event by event. The same model always has the same outcome. */
export function simulate({ stations, arrivals, seconds, warmUp, seed }: Model): Outcome {
  const random = makeRandom(seed);
  const events = new Events();
  const end = warmUp + seconds;
  const places = stations.map((station): Place => ({
    station,
    waiting: [],
    working: 0,
    inside: 0,
    changedAt: warmUp,
    busySeconds: 0,
    callSeconds: 0,
  }));
  const times = new Map<string, number[]>(arrivals.map(({ kind }) => [kind, []]));
  let ended = 0;

  const note = (place: Place, now: number) => {
    const passed = Math.min(now, end) - place.changedAt;
    if (passed <= 0) return;
    place.busySeconds += place.working * passed;
    place.callSeconds += place.inside * passed;
    place.changedAt = Math.min(now, end);
  };
  const serve = (place: Place, now: number) => {
    while (place.working < place.station.servers && place.waiting.length > 0) {
      const calls = place.station.together ? place.waiting.splice(0) : place.waiting.splice(0, 1);
      place.working += 1;
      const took = Math.max(...calls.map(({ steps, next }) => steps[next]?.seconds ?? 0));
      events.add({ at: now + took, place, calls });
    }
  };
  const move = (call: Call, now: number) => {
    const place = places[call.steps[call.next]?.station ?? -1];
    if (!place) {
      if (call.at < warmUp) return;
      ended += 1;
      times.get(call.kind)?.push(now - call.at);
      return;
    }
    note(place, now);
    place.inside += 1;
    place.waiting.push(call);
    serve(place, now);
  };

  for (const each of arrivals)
    if (each.rate > 0) events.add({ at: untilNext(each.rate, random), arrivals: each });
  for (let event = events.take(); event && event.at < end; event = events.take()) {
    const now = event.at;
    if ('arrivals' in event) {
      const { kind, rate, route } = event.arrivals;
      events.add({ at: now + untilNext(rate, random), arrivals: event.arrivals });
      move({ kind, at: now, steps: route(now, random), next: 0 }, now);
      continue;
    }
    const { place, calls } = event;
    note(place, now);
    place.working -= 1;
    place.inside -= calls.length;
    serve(place, now);
    for (const call of calls) {
      call.next += 1;
      move(call, now);
    }
  }
  for (const place of places) note(place, end);
  return {
    kinds: Object.fromEntries(
      [...times].map(([kind, all]) => [
        kind,
        {
          calls: all.length,
          mean: all.reduce((sum, time) => sum + time, 0) / all.length,
          p50: percentile(all, 0.5),
          p95: percentile(all, 0.95),
        },
      ]),
    ),
    stations: Object.fromEntries(
      places.map(({ station, busySeconds, callSeconds }) => [
        station.name,
        { busy: busySeconds / station.servers / seconds, calls: callSeconds / seconds },
      ]),
    ),
    perSecond: ended / seconds,
  };
}

/** What is to come, the soonest first: a heap. */
class Events {
  readonly #heap: Event[] = [];

  add(event: Event): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((heap[parent] as Event).at <= event.at) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as Event).at < (heap[child] as Event).at) child += 1;
      if ((heap[child] as Event).at >= last.at) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}
