import { NIL } from 'uuid';
import type { Database } from '../../platform/database/database.ts';
import { addPostTexts, analyzePostTexts, listUntold } from './post-texts.queries.ts';

/** So many posts are looked at in one statement, */
const LOOK = 2_000;
/** and so many written in one transaction: others wait for no longer than that takes. */
const BATCH = 50;

/**
 * Adds the texts of posts that have none: those from before the table was there, and those that a server of the version
 * before wrote. Any process may do it, several at once too.
 */
export async function fillPostTexts(database: Database): Promise<void> {
  let filled = 0;
  for (let after: string = NIL; ;) {
    const looked = await listUntold(database, after, LOOK);
    const missing = looked.filter(({ untold }) => untold).map(({ id }) => id);
    for (let start = 0; start < missing.length; start += BATCH)
      await database.transaction((transaction) =>
        addPostTexts(transaction, missing.slice(start, start + BATCH)),
      );
    filled += missing.length;
    const last = looked.at(-1);
    if (!last || looked.length < LOOK) break;
    after = last.id;
  }
  if (filled >= LOOK) await database.transaction(analyzePostTexts);
}
