import { AsyncLocalStorage } from 'node:async_hooks';

const open = new AsyncLocalStorage<{ ended: boolean }>();

/** Runs `work` in a context that {@link refuseInsideTransaction} detects. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const mark = { ended: false };
  try {
    return await open.run(mark, work);
  } finally {
    // Timers started inside keep this context and may use the database later.
    mark.ended = true;
  }
}

/** Throws on use of the outer handle inside its transaction, which would hang. */
export function refuseInsideTransaction(): void {
  const mark = open.getStore();
  if (mark && !mark.ended)
    throw new Error('the database was used inside its own transaction: pass the transaction on');
}
