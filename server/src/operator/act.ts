import type { Transaction } from '../platform/database/database.ts';
import type { AuditEntry } from '../features/moderation/index.ts';
import { removeNotedPictures } from '../features/posts/index.ts';
import { clearCachesEverywhere } from '../platform/cache/answer-cache.ts';
import { recordAct } from './audit.ts';
import type { Terminal } from './terminal.ts';
import type { Workplace } from './workplace.ts';

/** Does the work and writes it down, both in one transaction or not at all. Work that answers false changed nothing: no line. */
export function act<Result>(
  { database, hub, actor }: Workplace,
  entry: Omit<AuditEntry, 'actor'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    if (result === false) return result;
    await recordAct(transaction, { ...entry, actor });
    transaction.afterCommit(() => clearCachesEverywhere(hub));
    return result;
  });
}

/** Removes the pictures that an act made superfluous; the act is done whether that succeeds or not. */
export async function tidyImages(workplace: Workplace, terminal: Terminal): Promise<void> {
  try {
    await removeNotedPictures(workplace);
  } catch {
    terminal.line('its pictures could not be removed yet; a running server tries again every hour');
  }
}
