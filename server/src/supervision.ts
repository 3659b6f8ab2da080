import { availableParallelism } from 'node:os';

/** More processes than this on one machine: somebody mistyped. */
export const PROCESSES_MAX = 64;

/** One that was ready for so long did not die of its own start: the next one comes at once. */
const SETTLED_AFTER = 10_000;
/** Before the next try of one that dies again and again; doubled with each death, in milliseconds. */
const PAUSE = { first: 1_000, longest: 30_000 };
/** With no process ready for so long, whoever started the whole must hear of it. */
const GIVE_UP_AFTER = 30_000;

/** How many processes `auto` means on this machine. */
export function countCores(): number {
  return Math.min(PROCESSES_MAX, availableParallelism());
}

/** The moment at which a process was ready, null for one that never was, and how often its place failed before. */
interface Death {
  readyAt: number | null;
  failures: number;
  now: number;
}

/**
 * When a place whose process died is filled again: at once, unless that one had hardly been ready. `failures` is how often
 * that was so without a break, this time included.
 */
export function planNext({ readyAt, failures, now }: Death): { failures: number; pause: number } {
  if (readyAt !== null && now - readyAt >= SETTLED_AFTER) return { failures: 0, pause: 0 };
  const pause = Math.min(PAUSE.first * 2 ** failures, PAUSE.longest);
  return { failures: failures + 1, pause };
}

/** Whether to end the whole after a death: nobody is ready, and nobody was for a while. */
export function isHopeless({
  ready,
  lastReadyAt,
  now,
}: Record<'ready' | 'lastReadyAt' | 'now', number>): boolean {
  return ready === 0 && now - lastReadyAt >= GIVE_UP_AFTER;
}

/** Connections to PostgreSQL that so many processes may hold, while one of them is replaced. */
export function countConnections(processes: number, each: number): number {
  return (processes + 1) * each;
}
