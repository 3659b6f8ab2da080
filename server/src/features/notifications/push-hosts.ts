import { RETRY_SECONDS } from '../../platform/jobs/worker.ts';
import type { Logger } from '../../platform/log/log.ts';
import { serviceOf } from '../../platform/push/push-services.ts';

/** What a push service answered, as it is counted. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'delayed';

/** Counts what push services answer. */
export interface PushMeter {
  addPushAnswer(service: string, outcome: PushOutcome): void;
}

/** A host that fails is asked again after these seconds; the last one again and again. */
const PAUSES = RETRY_SECONDS.filter((seconds) => seconds <= 300);
/** A service's trouble is logged at most so often, in milliseconds: anybody can invent names of its hosts. */
const TELL_EVERY = 3_600_000;
/** At most about so many requests to one host are under way. */
const AT_ONCE = 100;

interface HostState {
  underWay: number;
  /** How often it failed since it took something. */
  failures: number;
  pausedUntil: number;
}

/** How each host of a push service is, as this process sees it: one that fails or hangs delays no other. */
export class PushHosts {
  readonly #log: Logger;
  readonly #services: readonly string[];
  readonly #meter: PushMeter | null;
  readonly #hosts = new Map<string, HostState>();
  /** When each service's trouble was logged last. */
  readonly #toldAt = new Map<string, number>();

  constructor(log: Logger, services: readonly string[], meter: PushMeter | null) {
    this.#log = log;
    this.#services = services;
    this.#meter = meter;
  }

  /** The hosts that get nothing now. */
  listBusy(now: Date): string[] {
    const busy: string[] = [];
    for (const [host, { underWay, failures, pausedUntil }] of this.#hosts) {
      if (underWay >= AT_ONCE || pausedUntil > now.getTime()) busy.push(host);
      else if (underWay === 0 && failures === 0) this.#hosts.delete(host);
    }
    return busy;
  }

  begin(host: string): void {
    this.#stateOf(host).underWay += 1;
  }

  end(host: string): void {
    this.#stateOf(host).underWay -= 1;
  }

  /** Counts an answer; a service that decides about a push is well. */
  count(endpoint: string, outcome: PushOutcome): void {
    this.#meter?.addPushAnswer(serviceOf(endpoint, this.#services) ?? 'other', outcome);
    if (outcome !== 'failed' && outcome !== 'delayed') this.#stateOf(new URL(endpoint).host).failures = 0;
  }

  /** Sends nothing to a host for a while: as long as it says, else longer each time. What fails together is one failure. */
  pause(host: string, now: Date, { seconds, reason }: { seconds: number | null; reason: string }): void {
    const state = this.#stateOf(host);
    const isPaused = state.pausedUntil > now.getTime();
    if (isPaused && seconds === null) return;
    const pause = seconds ?? PAUSES[Math.min(state.failures, PAUSES.length - 1)] ?? 0;
    state.pausedUntil = Math.max(state.pausedUntil, now.getTime() + pause * 1_000);
    if (isPaused) return;
    state.failures += 1;
    const service = serviceOf(`https://${host}/`, this.#services) ?? 'other';
    if ((this.#toldAt.get(service) ?? -Infinity) + TELL_EVERY > now.getTime()) return;
    this.#toldAt.set(service, now.getTime());
    this.#log.warn({ service, host, reason, seconds: pause }, 'a push service takes nothing for now');
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? { underWay: 0, failures: 0, pausedUntil: 0 };
    this.#hosts.set(host, state);
    return state;
  }
}
