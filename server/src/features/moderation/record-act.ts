import type { Executor } from '../../platform/database/database.ts';

/** Who did what to what, and why. */
export interface AuditEntry {
  actor: string;
  /** What was done, e.g. `post hide`. */
  action: string;
  /** The id of what it was done to, or the mail server that was tried; a user is named by id, never by name or address. */
  target: string;
  reason?: string | null | undefined;
}

/** Writes an entry of the audit log in the transaction of the act; handed down by `register-features.ts`. */
export type RecordAct = (executor: Executor, entry: AuditEntry) => Promise<void>;
