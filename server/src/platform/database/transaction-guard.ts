import { AsyncLocalStorage } from 'node:async_hooks';

const open = new AsyncLocalStorage<{ ended: boolean }>();

/** Runs `work` as the inside of a transaction, so that {@link refuseInsideTransaction} can tell. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const mark = { ended: false };
  try {
    return await open.run(mark, work);
  } finally {
    // Timers and promises that were started inside keep this context; they may use the database afterwards.
    mark.ended = true;
  }
}

/** QueueSlots a use of the outer handle inside its own transaction from a hang into a stack trace. */
export function refuseInsideTransaction(): void {
  const mark = open.getStore();
  if (mark && !mark.ended)
    throw new Error('the database was used inside its own transaction: pass the transaction on');
}
