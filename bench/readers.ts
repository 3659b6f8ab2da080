import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './run.ts';
import type { Order, Received, Wanted } from './reading.ts';

/** A process that reads live streams in groups. */
export class Readers {
  readonly #child: ChildProcess = fork(join(root, 'bench/reading.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });

  /** Opens these streams; resolves after the response heads. */
  async open(group: string, streams: readonly Wanted[]): Promise<void> {
    await this.#order({ kind: 'open', group, streams });
  }

  /** Returns the events since the last call. */
  async take(group: string): Promise<Received> {
    const received = await this.#order({ kind: 'take', group });
    if (!received) throw new Error('the reading process answered nothing');
    return received;
  }

  async cut(group: string): Promise<void> {
    await this.#order({ kind: 'cut', group });
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  async #order(order: Order): Promise<Received | null> {
    this.#child.send(order);
    const [answer] = (await once(this.#child, 'message')) as [
      { received: Received | null } | { error: string },
    ];
    if ('error' in answer) throw new Error(answer.error);
    return answer.received;
  }
}
