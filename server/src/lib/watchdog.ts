import { Worker } from 'node:worker_threads';

/** Milliseconds without progress until the process ends: within one engine call; of the event loop. */
const TIMEOUT = { engine: 8_000, loop: 20_000 };
const BEAT_EVERY = 500;

/** Indexes: event loop rounds, engine entries and exits, and current engine calls. */
const [BEATS, CALLS, INSIDE] = [0, 1, 2];
/** Counters shared with the watching thread. */
const signs = new Int32Array(new SharedArrayBuffer(12));

/** Runs in another thread, which a blocked event loop cannot stop. Plain JavaScript, started from text. */
const source = `
const { writeSync } = require('node:fs');
const { workerData: { signs, timeout, every, what } } = require('node:worker_threads');
let [seen, since, last] = ['', Date.now(), Date.now()];
setInterval(() => {
  // Outside the engine the loop is only busy.
  const sign = what === 'loop' || Atomics.load(signs, ${INSIDE}) > 0 ? Atomics.load(signs, ${BEATS}) + ' ' + Atomics.load(signs, ${CALLS}) : '';
  const now = Date.now();
  // After a suspended machine this thread has paused too.
  if (sign === '' || sign !== seen || now - last > timeout / 2) [seen, since] = [sign, now];
  last = now;
  if (now - since < timeout) return;
  const message = what === 'loop'
    ? 'the event loop has stood still for ' + timeout / 1000 + ' s and the process is ended'
    : 'the embedded database has not answered for ' + timeout / 1000 + ' s and the process is ended; it may be stuck, its disk full';
  writeSync(1, JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg: message }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, every);
`;

/** Marks the embedded engine as running until the returned function is called. */
export function enterEngine(): () => void {
  const note = (inside: number) => {
    Atomics.add(signs, CALLS, 1);
    Atomics.add(signs, INSIDE, inside);
  };
  note(1);
  return () => note(-1);
}

/**
 * Kills and logs a process whose event loop is blocked: it would answer neither health checks nor SIGTERM. Acknowledged
 * writes survive.
 *
 * @param what `engine`: only while one call of the embedded engine blocks. `loop`: for any reason, since PostgreSQL never
 *   blocks it.
 */
export function startWatchdog(what: keyof typeof TIMEOUT, timeout = TIMEOUT[what]): void {
  const workerData = { signs, timeout, every: BEAT_EVERY, what };
  // Without the process's flags, which may parse the text as a module.
  new Worker(source, { eval: true, execArgv: [], workerData }).unref();
  setInterval(() => Atomics.add(signs, BEATS, 1), BEAT_EVERY).unref();
}
