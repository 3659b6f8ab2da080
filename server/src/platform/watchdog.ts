import { Worker } from 'node:worker_threads';

/** Milliseconds without a sign of life after which the process is ended: inside of one call of the engine, and of the loop alone. */
const TIMEOUT = { engine: 8_000, loop: 20_000 };
const BEAT_EVERY = 500;

/** How often the event loop went round, how often the engine was entered or left, and how many are in it now. */
const [BEATS, CALLS, INSIDE] = [0, 1, 2];
/** Counters shared with the watching thread. */
const signs = new Int32Array(new SharedArrayBuffer(12));

/** Runs outside of the event loop, which may never turn again. In plain JavaScript, since it is started from text. */
const source = `
const { writeSync } = require('node:fs');
const { workerData: { signs, patience, every, what } } = require('node:worker_threads');
let [seen, since, last] = ['', Date.now(), Date.now()];
setInterval(() => {
  // A loop that stands still while the watched engine has not the thread is only busy, however long: it is as good as one that beats.
  const sign = what === 'loop' || Atomics.load(signs, ${INSIDE}) > 0 ? Atomics.load(signs, ${BEATS}) + ' ' + Atomics.load(signs, ${CALLS}) : '';
  const now = Date.now();
  // After a pause of the whole machine this thread has slept as well.
  if (sign === '' || sign !== seen || now - last > patience / 2) [seen, since] = [sign, now];
  last = now;
  if (now - since < patience) return;
  const message = what === 'loop'
    ? 'the event loop has stood still for ' + patience / 1000 + ' s and the process is ended'
    : 'the embedded database has not answered for ' + patience / 1000 + ' s and the process is ended; it may be stuck, its disk full';
  writeSync(1, JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg: message }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, every);
`;

/**
 * Notes that the embedded engine has the thread from now on, until the answer is called: only then can it be what the event
 * loop waits for.
 */
export function enterEngine(): () => void {
  const note = (inside: number) => {
    Atomics.add(signs, CALLS, 1);
    Atomics.add(signs, INSIDE, inside);
  };
  note(1);
  return () => note(-1);
}

/**
 * Ends the process when its event loop stands still, and says why: one that spins answers neither health nor SIGTERM, and who
 * starts it again sees nothing. A killed process loses nothing that was acknowledged.
 *
 * @param what `engine`: only where the embedded engine has been in one and the same call for all of that time; a loop that is
 *   busy with anything else goes on. `loop`: whatever it is busy with, since with PostgreSQL nothing takes it for long.
 */
export function startWatchdog(what: keyof typeof TIMEOUT, timeout = TIMEOUT[what]): void {
  const workerData = { signs, timeout, every: BEAT_EVERY, what };
  // Without the flags that the process was started with: they may make a module of the text.
  new Worker(source, { eval: true, execArgv: [], workerData }).unref();
  setInterval(() => Atomics.add(signs, BEATS, 1), BEAT_EVERY).unref();
}
