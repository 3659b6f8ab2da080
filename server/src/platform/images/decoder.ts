import { setPriority } from 'node:os';
import type { ProblemCode } from '@madang/contract/errors';
import { ProblemError } from '../http/problem.ts';
import { pictureTasks, type PictureTasks } from './picture-tasks.ts';

// The program of the process that decodes pictures. It holds no secret and opens nothing; `decoder-process.ts` starts it, hands
// it one picture after the other, and ends it when one takes too much.

type Options<Name extends keyof PictureTasks> = Parameters<PictureTasks[Name]>[1];

/** What the process is asked for. */
export type PictureCall = {
  [Name in keyof PictureTasks]: { task: Name; bytes: Buffer; options: Options<Name> };
}[keyof PictureTasks];

/** What it says: once that it is ready, and then to each call what came of it. */
export type DecoderWord = 'ready' | { result: unknown } | { problem: ProblemCode };

// Where both want a processor, answers come before pictures.
setPriority(10);
// Anyone who stops the server may tell the whole group; the picture that is under way is finished, and the end of the server is ours.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
// Also when the server was killed. A decoder that is at work cannot be asked to stop.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (call: PictureCall) => {
  void answer(call).then(say);
});
say('ready');

/** Where the server has gone meanwhile nobody hears it, and this process ends. */
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
