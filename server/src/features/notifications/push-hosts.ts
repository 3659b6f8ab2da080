import { RETRY_SECONDS } from '../../platform/jobs/worker.ts';
import type { Logger } from '../../platform/log/log.ts';
import { serviceOf } from '../../platform/push/push-services.ts';
import type { DeliveryRow } from './push-deliveries.queries.ts';

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
/** How long a host's answers are remembered, in milliseconds. */
const WINDOW = 60_000;
/** Fewer devices than these that are refused together say nothing about their host. */
const REFUSED_MIN = 3;

/** The last answer to each device of a host in the window, oldest first. */
class DeviceAnswers {
  readonly #answers = new Map<string, { at: number; refused: boolean }>();
  #refused = 0;

  add(deviceId: string, refused: boolean, at: number): void {
    this.#forget(deviceId);
    this.#answers.set(deviceId, { at, refused });
    if (refused) this.#refused += 1;
    this.prune(at);
  }

  prune(now: number): void {
    for (const [deviceId, { at }] of this.#answers) {
      if (at > now - WINDOW) break;
      this.#forget(deviceId);
    }
  }

  clear(): void {
    this.#answers.clear();
    this.#refused = 0;
  }

  get size(): number {
    return this.#answers.size;
  }

  /** Whether more than half of the devices were refused. */
  get mostRefused(): boolean {
    return this.#refused >= REFUSED_MIN && this.#refused * 2 > this.size;
  }

  #forget(deviceId: string): void {
    if (this.#answers.get(deviceId)?.refused) this.#refused -= 1;
    this.#answers.delete(deviceId);
  }
}

interface HostState {
  underWay: number;
  /** How often it failed since it took something. */
  failures: number;
  pausedUntil: number;
  answers: DeviceAnswers;
}

/** The state of each host of a push service, and of devices that are refused: one that fails or hangs delays no other. */
export class PushHosts {
  readonly #log: Logger;
  readonly #services: readonly string[];
  readonly #meter: PushMeter | null;
  readonly #hosts = new Map<string, HostState>();
  /** Devices that get nothing before a time. */
  readonly #held = new Map<string, number>();
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
    for (const [host, { underWay, failures, pausedUntil, answers }] of this.#hosts) {
      answers.prune(now.getTime());
      if (underWay >= AT_ONCE || pausedUntil > now.getTime()) busy.push(host);
      else if (underWay === 0 && failures === 0 && answers.size === 0) this.#hosts.delete(host);
    }
    for (const [deviceId, until] of this.#held) if (until <= now.getTime()) this.#held.delete(deviceId);
    return busy;
  }

  begin(host: string): void {
    this.#stateOf(host).underWay += 1;
  }

  end(host: string): void {
    this.#stateOf(host).underWay -= 1;
  }

  /** Counts an answer; a service that decides about a push is well. */
  count(
    { endpoint, host, device_id: deviceId }: Pick<DeliveryRow, 'endpoint' | 'host' | 'device_id'>,
    outcome: PushOutcome,
    at: Date,
  ): void {
    this.#meter?.addPushAnswer(serviceOf(endpoint, this.#services) ?? 'other', outcome);
    const state = this.#stateOf(host);
    if (outcome !== 'failed' && outcome !== 'delayed') state.failures = 0;
    if (outcome !== 'failed') state.answers.add(deviceId, outcome === 'delayed', at.getTime());
  }

  /** Whether a host refuses most of its devices for now, so that the others need not be tried. */
  refusesMost(host: string): boolean {
    return this.#stateOf(host).answers.mostRefused;
  }

  /** Sends nothing to a device before a time. */
  hold(deviceId: string, until: Date): void {
    this.#held.set(deviceId, until.getTime());
  }

  /** Until when a device gets nothing; null where it does. */
  heldUntil(deviceId: string, now: Date): Date | null {
    const until = this.#held.get(deviceId) ?? 0;
    return until > now.getTime() ? new Date(until) : null;
  }

  /** Sends nothing to a host for a while: as long as it says, else longer each time. What fails together is one failure. */
  pause(host: string, now: Date, { seconds, reason }: { seconds: number | null; reason: string }): void {
    const state = this.#stateOf(host);
    const isPaused = state.pausedUntil > now.getTime();
    if (isPaused && seconds === null) return;
    const pause = seconds ?? PAUSES[Math.min(state.failures, PAUSES.length - 1)] ?? 0;
    state.pausedUntil = Math.max(state.pausedUntil, now.getTime() + pause * 1_000);
    state.answers.clear();
    if (isPaused) return;
    state.failures += 1;
    const service = serviceOf(`https://${host}/`, this.#services) ?? 'other';
    if ((this.#toldAt.get(service) ?? -Infinity) + TELL_EVERY > now.getTime()) return;
    this.#toldAt.set(service, now.getTime());
    this.#log.warn({ service, host, reason, seconds: pause }, 'a push service takes nothing for now');
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? {
      underWay: 0,
      failures: 0,
      pausedUntil: 0,
      answers: new DeviceAnswers(),
    };
    this.#hosts.set(host, state);
    return state;
  }
}
