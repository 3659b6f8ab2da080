import cluster from 'node:cluster';

/** What a process that is one of several knows of itself. */
export interface Place {
  /** From 1; it stands in every line of its log. */
  number: number;
  /** Nobody has the port yet: it takes it before it opens or writes anything, as a process alone does. */
  first: boolean;
}

/** What a process tells its supervisor, once: that it answers, and what the first one would have printed. */
interface Ready {
  ready: string;
}

/** What the supervisor hands to the process that it starts. */
export function wordsOf({ number, first }: Place): string[] {
  return ['process', String(number), ...(first ? ['first'] : [])];
}

/** The place of this process among several; null where it is alone. */
export function readPlace(): Place | null {
  if (!cluster.isWorker) return null;
  const [, number, first] = process.argv.slice(2);
  // A terminal tells its whole group; only the supervisor reloads.
  process.on('SIGHUP', () => {});
  return { number: Number(number), first: first === 'first' };
}

/** Tells the supervisor that this process answers from now on. */
export function tellReady(ready: string): void {
  process.send?.({ ready } satisfies Ready);
}

/** Whether this is what {@link tellReady} sent. */
export function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'ready' in message;
}
