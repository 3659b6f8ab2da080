import type { Campus } from '@madang/campus/campus';
import { reasonProblem } from '@madang/contract/admin/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import { type AuditEntry, recordAuditEntry } from '../../audit.ts';
import { requireStaff } from '../moderation/index.ts';

/** Context for reading the input of actions; some need more. */
export interface ActionNeeds {
  database: Executor;
  campus: Campus;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

export interface ActionDependencies extends ActionNeeds {
  database: Database;
  cache: AnswerCache;
}

/** An operator action for web and command line [MO-09]. */
export interface OperatorAction<
  Given extends ActionTarget,
  Input extends ActionTarget = Given,
  Needs = unknown,
> {
  /** Name in the audit log and on the command line. */
  name: string;
  /** True if it takes something from a user. */
  needsReason?: boolean;
  /** Suffix of the name in the audit log. */
  detail?: (input: Input) => string;
  /** Returns the input as stored; defaults to the given one. @throws {ProblemError} */
  read?: (given: Given, needs: ActionNeeds & Needs) => Input | Promise<Input>;
  /** Does the work; `same` is not logged. @throws {ProblemError} */
  work: (transaction: Transaction, input: Input, needs: ActionNeeds & Needs & Actor) => Promise<Outcome>;
}

type Outcome = 'done' | 'same' | 'missing';

export interface ActionTarget {
  id: string;
}

interface Actor {
  /** The operator's account; null on the command line, which has no account. */
  actorId: string | null;
}

/** Prepares an action: input, audit entry, and work returning whether anything changed. */
export async function prepareAction<Given extends ActionTarget, Input extends ActionTarget, Needs>(
  { name, detail, read, work }: OperatorAction<Given, Input, Needs>,
  given: Given,
  needs: ActionNeeds & Needs,
) {
  const input = read ? await read(given, needs) : (given as ActionTarget as Input);
  return {
    input,
    entry: { action: detail ? `${name} ${detail(input)}` : name, target: input.id },
    async work(transaction: Transaction, actorId: string | null): Promise<boolean> {
      const outcome = await work(transaction, input, { ...needs, actorId });
      if (outcome === 'missing') throw new ProblemError('resource.missing');
      return outcome !== 'same';
    },
  };
}

/**
 * Runs an action for the signed-in user of the web.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and errors of {@link runOperatorAction} and the action.
 */
export async function performAction<Given extends ActionTarget, Input extends ActionTarget, Needs>(
  dependencies: ActionDependencies & Needs,
  session: Session,
  action: OperatorAction<Given, Input, Needs>,
  given: Given & { reason: string },
): Promise<void> {
  const { entry, work } = await prepareAction(action, given, dependencies);
  const reason = readReason(given.reason, action.needsReason ?? false);
  await runOperatorAction(dependencies, session, { ...entry, reason }, work);
}

/**
 * Runs an operator's work and its audit entry in one transaction [MO-09]; invalidates all caches. If false, logs nothing.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, and errors of the work.
 */
export function runOperatorAction<Result>(
  { database, cache }: ActionDependencies,
  session: Session,
  entry: Omit<AuditEntry, 'actor'>,
  work: (transaction: Transaction, actorId: string) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const { operator, userId: actor } = await requireStaff(transaction, session, transaction);
    if (!operator) throw new ProblemError('route.unknown');
    const result = await work(transaction, actor);
    if (result === false) return result;
    await recordAuditEntry(transaction, { ...entry, actor });
    transaction.afterCommit(() => cache.invalidateAll());
    return result;
  });
}

/**
 * Returns the normalized audit reason, or null.
 *
 * @throws {ProblemError} `input.invalid`.
 */
export function readReason(given: string, needed: boolean): string | null {
  const reason = normalizeText(given).trim();
  refuseFields({ reason: reasonProblem(reason, needed) });
  return reason || null;
}
