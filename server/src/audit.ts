import { v7 as uuidv7 } from 'uuid';
import type { Executor } from './database/database.ts';
import type { BackupAges } from './metrics/metrics.ts';

export interface AuditEntry {
  actor: string;
  /** Action name, e.g. `post hide`. */
  action: string;
  /** Id of the target, or the tested mail server. Users appear by id only. */
  target: string;
  reason?: string | null | undefined;
}

interface RetainedEntry extends AuditEntry {
  at: Date;
  reason: string | null;
}

/** Writes an entry in the action's transaction. */
export async function recordAuditEntry(
  executor: Executor,
  { actor, action, target, reason = null }: AuditEntry,
  id = uuidv7(),
): Promise<void> {
  await executor.change('INSERT INTO audit (id, actor, action, target, reason) VALUES ($1, $2, $3, $4, $5)', [
    id,
    actor,
    action,
    target,
    reason,
  ]);
}

/** Returns the newest actions, newest first. */
export function listAuditEntries(executor: Executor, limit: number): Promise<RetainedEntry[]> {
  return executor.rows<RetainedEntry>(
    'SELECT at, actor, action, target, reason FROM audit ORDER BY at DESC, id DESC LIMIT $1',
    [limit],
  );
}

/** Returns the newest action of a kind, optionally on one target, with its age. */
export function findAuditEntry(
  executor: Executor,
  action: string,
  target: string | null = null,
): Promise<(Pick<RetainedEntry, 'at' | 'target'> & { hoursAgo: number }) | undefined> {
  return executor.first(
    `SELECT at, target, extract(epoch FROM now() - at)::float8 / 3600 AS "hoursAgo" FROM audit
      WHERE action = $1 AND target = coalesce($2, target) ORDER BY at DESC, id DESC LIMIT 1`,
    [action, target],
  );
}

/** Returns seconds since the last backup and trial restore; null if none. */
export async function readBackups(executor: Executor): Promise<BackupAges> {
  const row = await executor.first<BackupAges>(
    `SELECT extract(epoch FROM now() - max(at) FILTER (WHERE action = 'backup'))::float8 AS age,
            extract(epoch FROM now() - coalesce(max(at) FILTER (WHERE action = 'backup verify'), min(at)))::float8 AS untried
       FROM audit WHERE action IN ('backup', 'backup verify')`,
  );
  return row ?? { age: null, untried: null };
}

/** Returns the newest action of a kind whose id ends with the code. */
export function findAuditEntryByCode(
  executor: Executor,
  action: string,
  code: string,
): Promise<Pick<RetainedEntry, 'target'> | undefined> {
  return executor.first(
    `SELECT target FROM audit WHERE action = $1 AND right(id::text, 8) = $2 ORDER BY at DESC LIMIT 1`,
    [action, code],
  );
}
