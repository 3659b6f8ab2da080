import type { Campus } from '@madang/campus/campus';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { actAsOperator, readReason, type ActDependencies } from './act-as-operator.ts';

/** What an operator does, declared once: its call on the web and its command both come from it [MO-09]. */
export interface OperatorAction<Given extends Target, Input extends Target = Given, Needs = unknown> {
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
export interface Target {
  id: string;
}

/** What every action may read by; some need more. */
export interface ActionNeeds {
  database: Executor;
  campus: Campus;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

interface Actor {
  /** The operator's account; null on the command line, where nobody has one. */
  actorId: string | null;
}

/** An action on what is given: its entry in the audit log, and its work, which answers whether anything changed. */
export async function prepareAction<Given extends Target, Input extends Target, Needs>(
  { name, detail, read, work }: OperatorAction<Given, Input, Needs>,
  given: Given,
  needs: ActionNeeds & Needs,
) {
  const input = read ? await read(given, needs) : (given as Target as Input);
  return {
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
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and what {@link actAsOperator} and the action refuse.
 */
export async function performAction<Given extends Target, Input extends Target, Needs>(
  dependencies: ActDependencies & ActionNeeds & Needs,
  session: Session,
  action: OperatorAction<Given, Input, Needs>,
  given: Given & { reason: string },
): Promise<void> {
  const { entry, work } = await prepareAction(action, given, dependencies);
  const reason = readReason(given.reason, action.needsReason ?? false);
  await actAsOperator(dependencies, session, { ...entry, reason }, work);
}
