import type { Campus } from '@madang/campus/campus';
import { reasonProblem } from '@madang/contract/operate/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { requireStaff, type AuditEntry, type RecordAct } from '../moderation/index.ts';

/** What every action may read by; some need more. */
export interface ActionNeeds {
  database: Executor;
  campus: Campus;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

/** What every operator's action on the web works with. */
export interface ActionDependencies extends ActionNeeds {
  database: Database;
  cache: AnswerCache;
  recordAct: RecordAct;
}

/** What an operator does, declared once: its call on the web and its command both come from it [MO-09]. */
export interface OperatorAction<
  Given extends ActionTarget,
  Input extends ActionTarget = Given,
  Needs = unknown,
> {
  /** In the audit log, and on the command line. */
  name: string;
  /** It takes something from somebody. */
  needsReason?: boolean;
  /** What stands behind its name in the audit log. */
  detail?: (input: Input) => string;
  /** What is given, as it is stored; as it is where nothing is said. @throws {ProblemError} */
  read?: (given: Given, needs: ActionNeeds & Needs) => Input | Promise<Input>;
  /** Does it. Where it is so already nothing is written into the log. @throws {ProblemError} */
  work: (transaction: Transaction, input: Input, needs: ActionNeeds & Needs & Actor) => Promise<Outcome>;
}

type Outcome = 'done' | 'same' | 'missing';

/** What an action is done to. */
export interface ActionTarget {
  id: string;
}

interface Actor {
  /** The operator's account; null on the command line, where nobody has one. */
  actorId: string | null;
}

/** An action on what is given: that as it is stored, its entry in the audit log, and its work, which answers whether anything changed. */
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
 * Does an action for who is signed in on the web.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and what {@link runOperatorAction} and the action refuse.
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
 * Anyone who calls is an operator who gave the password lately. Inside a transaction with `hold` they stay one before the
 * commit.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`.
 */
export async function requireOperator(
  executor: Executor,
  session: Session,
  hold?: Transaction,
): Promise<string> {
  const staff = await requireStaff(executor, session, hold);
  if (!staff.operator) throw new ProblemError('route.unknown');
  return staff.userId;
}

/**
 * Does an operator's work and writes it down with the person, both in one transaction or not at all [MO-09]. No process
 * answers from its cache what was there before. Work that answers false changed nothing, and leaves no line.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, and what the work refuses.
 */
export function runOperatorAction<Result>(
  { database, cache, recordAct }: ActionDependencies,
  session: Session,
  entry: Omit<AuditEntry, 'actor'>,
  work: (transaction: Transaction, actorId: string) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const actor = await requireOperator(transaction, session, transaction);
    const result = await work(transaction, actor);
    if (result === false) return result;
    await recordAct(transaction, { ...entry, actor });
    transaction.afterCommit(() => cache.invalidateAll());
    return result;
  });
}

/**
 * The reason of an action as the audit log keeps it; null where none is given.
 *
 * @throws {ProblemError} `input.invalid`.
 */
function readReason(given: string, needed: boolean): string | null {
  const reason = normalizeText(given).trim();
  refuseFields({ reason: reasonProblem(reason, needed) });
  return reason || null;
}
