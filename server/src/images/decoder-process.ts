import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProblemError } from '../http/problem.ts';
import { readMemory } from '../lib/process-memory.ts';
import { serverFolder } from '../lib/folders.ts';
import type { DecoderWord, PictureCall } from './decoder.ts';

const run = promisify(execFile);

/** Maximum memory growth in bytes: the costliest picture takes 217 MB, earlier ones up to 30. */
const GROWTH_MAX = 256 * 1024 * 1024;
/** Maximum address space growth in bytes, even while our event loop blocks. */
const ADDRESSES_MAX = 512 * 1024 * 1024;
/** Milliseconds between memory checks; ten allow some ten megabytes. Other systems start a program each. */
const LOOK_EVERY = process.platform === 'linux' ? 10 : 250;
/** Timeout per picture in milliseconds, above sharp's (`picture-tasks.ts`). */
const TIMEOUT = 20_000;

interface Started {
  child: ChildProcess;
  /** Resident bytes before the first picture. */
  resident: number;
}

/** Child process that decodes one picture at a time, isolating hostile ones. Starts with the first, restarts after a crash. */
export class DecoderProcess {
  readonly #growthMax: number;
  #started: Promise<Started> | null = null;

  constructor(growthMax = GROWTH_MAX) {
    this.#growthMax = growthMax;
  }

  /** Returns the process id, or null if it is not running. */
  async id(): Promise<number | null> {
    return (await this.#started)?.child.pid ?? null;
  }

  /**
   * Runs a task in the process, one at a time.
   *
   * @throws {ProblemError} the task's error; `image.costly` beyond the limits, `server.unavailable` if the process ended
   *   or does not start.
   */
  async run(call: PictureCall): Promise<unknown> {
    const { child, resident } = await (this.#started ??= this.#start());
    hold(child, true);
    const watch = watchGrowth(child, resident + this.#growthMax);
    try {
      const word = nextWord(child);
      child.send(call);
      const said = await word;
      if (said === null) throw watch.ended() ? new ProblemError('image.costly') : gone();
      if (said === 'ready') throw new Error('a decoder said twice that it is ready');
      if ('problem' in said) throw new ProblemError(said.problem);
      return said.result;
    } finally {
      watch.stop();
      hold(child, false);
    }
  }

  /** Kills the process; a running task fails with `server.unavailable`. */
  async stop(): Promise<void> {
    (await this.#started)?.child.kill('SIGKILL');
  }

  async #start(): Promise<Started> {
    const child = forkDecoder();
    const forget = () => (this.#started = null);
    // Ignores failed messages to a dead process; its exit is handled.
    child.on('error', forget).once('exit', forget);
    if ((await nextWord(child)) !== 'ready' || child.pid === undefined) throw gone();
    const { resident, addresses } = readMemory(child.pid);
    // Without `prlimit` the memory check is the only limit.
    if (addresses !== null)
      await run('prlimit', ['--pid', String(child.pid), `--as=${addresses + ADDRESSES_MAX}`]).catch(() => {});
    return { child, resident };
  }
}

const gone = () => new ProblemError('server.unavailable', { retryAfter: 5 });

/** From version 22.18 on; missing in the types of Node 20. */
const readsTypes = Boolean((process.features as { typescript?: unknown }).typescript);

function forkDecoder(): ChildProcess {
  const folder = serverFolder();
  const source = import.meta.url.endsWith('.ts');
  const program = source ? join(folder, 'src', 'images', 'decoder.ts') : join(folder, 'dist', 'decoder.js');
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return fork(program, {
    cwd: folder,
    // Nodes with type stripping need no loader, which allocates addresses later.
    execArgv: source && !readsTypes ? ['--import', 'tsx'] : [],
    // Contains no secret. A single arena returns a picture's memory.
    env: { PATH, LD_LIBRARY_PATH, SystemRoot, MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function hold(child: ChildProcess, held: boolean): void {
  const how = held ? 'ref' : 'unref';
  child[how]();
  child.channel?.[how]();
}

/** Returns the next message; null if the process ends first. */
async function nextWord(child: ChildProcess): Promise<DecoderWord | null> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [said] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [null]),
    ])) as [DecoderWord | null];
    return said;
  } catch {
    return null;
  } finally {
    over.abort();
  }
}

/** Kills the process if it exceeds its memory limit or timeout. */
function watchGrowth(child: ChildProcess, residentMax: number) {
  const deadline = Date.now() + TIMEOUT;
  let ended = false;
  const look = () => {
    if (child.pid === undefined) return;
    if (readMemory(child.pid).resident <= residentMax && Date.now() < deadline) return;
    ended = true;
    child.kill('SIGKILL');
  };
  const timer = setInterval(look, LOOK_EVERY);
  return { ended: () => ended, stop: () => clearInterval(timer) };
}
