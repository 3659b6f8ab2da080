import { setPriority } from 'node:os';
import type { ProblemCode } from '@madang/contract/errors';
import { ProblemError } from '../http/problem.ts';
import { pictureTasks, type PictureTasks } from './picture-tasks.ts';

// Main program of the decoder process, without secrets or files. `decoder-process.ts` sends pictures and kills it beyond
// limits.

type Options<Name extends keyof PictureTasks> = Parameters<PictureTasks[Name]>[1];

export type PictureCall = {
  [Name in keyof PictureTasks]: { task: Name; bytes: Buffer; options: Options<Name> };
}[keyof PictureTasks];

/** Message from the process: ready once, then a result per call. */
export type DecoderWord = 'ready' | { result: unknown } | { problem: ProblemCode };

// Lower priority than the server, which answers requests.
setPriority(10);
// Signals may reach the process group; the server ends this process after its picture.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
// Also runs when the server was killed: a busy decoder cannot stop.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (call: PictureCall) => {
  void answer(call).then(say);
});
say('ready');

/** Errors are ignored: if the server is gone, this process ends. */
function say(word: DecoderWord): void {
  process.send?.(word, undefined, undefined, () => {});
}

async function answer({ task, bytes, options }: PictureCall): Promise<DecoderWord> {
  const work = pictureTasks[task] as (bytes: Buffer, options: unknown) => Promise<unknown>;
  try {
    return { result: await work(bytes, options) };
  } catch (error) {
    return { problem: error instanceof ProblemError ? error.code : 'image.unreadable' };
  }
}
