import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProblemError } from '../http/problem.ts';
import { readMemory } from '../process-memory.ts';
import { serverFolder } from '../folders.ts';
import type { DecoderWord, PictureCall } from './decoder.ts';

const run = promisify(execFile);

/** By so many bytes may the process grow: the costliest picture within our bounds takes 217 MB, and what came before leaves up to 30. */
const GROWTH_MAX = 256 * 1024 * 1024;
/** Its addresses may grow by so much, touched or not: this holds it as well while our own event loop stands still. */
const ADDRESSES_MAX = 512 * 1024 * 1024;
/** Milliseconds between two looks: in ten a decoder fills some ten megabytes. Elsewhere each look is a program. */
const LOOK_EVERY = process.platform === 'linux' ? 10 : 250;
/** Milliseconds for one picture. Beyond what sharp is given (`picture-tasks.ts`), whose clock counts only pixels. */
const PATIENCE = 20_000;

interface Started {
  child: ChildProcess;
  /** Its resident bytes before the first picture. */
  resident: number;
}

/**
 * A process of its own that decodes one picture after the other: what a hostile one makes of its decoder does not reach the
 * server. It starts with the first picture, stays, ends with this process, and is started again after an end.
 */
export class DecoderProcess {
  readonly #growthMax: number;
  #started: Promise<Started> | null = null;

  constructor(growthMax = GROWTH_MAX) {
    this.#growthMax = growthMax;
  }

  /** The process's id; null while there is none. */
  async id(): Promise<number | null> {
    return (await this.#started)?.child.pid ?? null;
  }

  /**
   * Has the process do a task, one at a time.
   *
   * @throws {ProblemError} what the task says; `image.costly` when the process was ended over it, `server.unavailable` when
   *   it ended by itself or does not start.
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

  /** Ends the process; a task in progress fails with `server.unavailable`, and the next one starts another process. */
  async stop(): Promise<void> {
    (await this.#started)?.child.kill('SIGKILL');
  }

  async #start(): Promise<Started> {
    const child = forkDecoder();
    const forget = () => (this.#started = null);
    // A message to one that has just died; its exit says all there is to say.
    child.on('error', forget).once('exit', forget);
    if ((await nextWord(child)) !== 'ready' || child.pid === undefined) throw gone();
    const { resident, addresses } = readMemory(child.pid);
    // Where the system has no such program the look at its memory is the only bound.
    if (addresses !== null)
      await run('prlimit', ['--pid', String(child.pid), `--as=${addresses + ADDRESSES_MAX}`]).catch(() => {});
    return { child, resident };
  }
}

const gone = () => new ProblemError('server.unavailable', { retryAfter: 5 });

/** From version 22.18 on; the types of Node 20 do not know it. */
const readsTypes = Boolean((process.features as { typescript?: unknown }).typescript);

function forkDecoder(): ChildProcess {
  const folder = serverFolder();
  const source = import.meta.url.endsWith('.ts');
  const program = source
    ? join(folder, 'src', 'platform', 'images', 'decoder.ts')
    : join(folder, 'dist', 'decoder.js');
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return fork(program, {
    cwd: folder,
    // A Node that reads types needs nothing for them; what reads them for an older one wants addresses of its own at some later time.
    execArgv: source && !readsTypes ? ['--import', 'tsx'] : [],
    // No secret of the server. One arena: what a picture took is given back when it is done.
    env: { PATH, LD_LIBRARY_PATH, SystemRoot, MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Whether this process stays alive for the other one. */
function hold(child: ChildProcess, held: boolean): void {
  const how = held ? 'ref' : 'unref';
  child[how]();
  child.channel?.[how]();
}

/** What the process says next; null when it ends instead. */
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

/** Ends the process when it grows beyond its bound or takes too long. */
function watchGrowth(child: ChildProcess, residentMax: number) {
  const deadline = Date.now() + PATIENCE;
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
