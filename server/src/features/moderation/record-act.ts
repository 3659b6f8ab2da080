import type { Executor } from '../../platform/database/database.ts';

/** Writes a line of the audit log in the transaction of the act; handed down by `register-features.ts`. */
export type RecordAct = (
  executor: Executor,
  act: { actor: string; action: string; target: string; reason: string | null },
) => Promise<void>;
