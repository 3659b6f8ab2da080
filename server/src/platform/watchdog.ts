import { Worker } from 'node:worker_threads';

/** Milliseconds without a sign of life after which the process is ended. */
const PATIENCE = 8_000;
const BEAT_EVERY = 500;

/** Runs outside of the event loop, which may never turn again. In plain JavaScript, since it is started from text. */
const source = `
const { writeSync } = require('node:fs');
const { workerData: { beats, patience, every } } = require('node:worker_threads');
let [seen, since] = [-1, Date.now()];
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  const now = Date.now();
  // After a pause of the whole machine this thread has slept as well.
  if (beat !== seen || now - last > patience / 2) [seen, since] = [beat, now];
  last = now;
  if (now - since < patience) return;
  const message = 'the process has not answered for ' + patience / 1000 + ' s and is ended; the embedded database may be stuck, its disk full';
  writeSync(1, JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg: message }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, every);
let last = Date.now();
`;

/**
 * Ends the process when its event loop stands still, and says why: the embedded engine runs in it, and one that spins
 * answers neither health nor SIGTERM. A killed process loses nothing that was acknowledged.
 */
export function startWatchdog(patience = PATIENCE): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { beats, patience, every: BEAT_EVERY };
  // Without the flags that the process was started with: they may make a module of the text.
  new Worker(source, { eval: true, execArgv: [], workerData }).unref();
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_EVERY).unref();
}
