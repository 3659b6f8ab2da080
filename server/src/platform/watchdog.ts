import { Worker } from 'node:worker_threads';

/** Milliseconds without a sign of life after which the process is ended. */
const PATIENCE = 8_000;
const BEAT_EVERY = 500;

/** How often the event loop went round, how often the engine was entered or left, and how many are in it now. */
const [BEATS, CALLS, INSIDE] = [0, 1, 2];
/** What the watching thread sees of this one. */
const signs = new Int32Array(new SharedArrayBuffer(12));

/** Runs outside of the event loop, which may never turn again. In plain JavaScript, since it is started from text. */
const source = `
const { writeSync } = require('node:fs');
const { workerData: { signs, patience, every } } = require('node:worker_threads');
let [seen, since, last] = ['', Date.now(), Date.now()];
setInterval(() => {
  // A loop that stands still while no engine has the thread is only busy, however long: it is as good as one that beats.
  const sign = Atomics.load(signs, ${INSIDE}) > 0 ? Atomics.load(signs, ${BEATS}) + ' ' + Atomics.load(signs, ${CALLS}) : '';
  const now = Date.now();
  // After a pause of the whole machine this thread has slept as well.
  if (sign === '' || sign !== seen || now - last > patience / 2) [seen, since] = [sign, now];
  last = now;
  if (now - since < patience) return;
  const message = 'the embedded database has not answered for ' + patience / 1000 + ' s and the process is ended; it may be stuck, its disk full';
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
 * Ends the process when its event loop stands still and the embedded engine has been in one and the same call for all of
 * that time, and says why: one that spins answers neither health nor SIGTERM. A loop that is busy with anything else goes
 * on. A killed process loses nothing that was acknowledged.
 */
export function startWatchdog(patience = PATIENCE): void {
  const workerData = { signs, patience, every: BEAT_EVERY };
  // Without the flags that the process was started with: they may make a module of the text.
  new Worker(source, { eval: true, execArgv: [], workerData }).unref();
  setInterval(() => Atomics.add(signs, BEATS, 1), BEAT_EVERY).unref();
}
