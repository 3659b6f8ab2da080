import { decisionProblem, type ReportReason, type SanctionKind } from '@madang/contract/moderation/rules';
import type { Right, Role } from '@madang/contract/operate/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { lockUser, overrideWritingRight } from '../accounts/index.ts';
import { findBoard } from '../campus/index.ts';
import {
  endSanction,
  findSanctioned,
  giveSanction,
  insertRole,
  takeRole,
  type SanctionsDependencies,
} from '../moderation/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

const rightAction = (name: string, right: boolean | null): OperatorAction<ActionTarget> => ({
  name,
  needsReason: right === false,
  async work(transaction, { id }, { campus, actorId }) {
    requireOther(actorId, id);
    return (await overrideWritingRight(transaction, campus, id, right)) ? 'done' : 'missing';
  },
});

/** Say something of a student's writing right, or give it back to the rule [MO-15]. */
export const rightActions: Readonly<Record<Right, OperatorAction<ActionTarget>>> = {
  granted: rightAction('student grant', true),
  taken: rightAction('student take', false),
  rule: rightAction('student follow-rule', null),
};

/** A role as it is given and taken; a moderator's has a board. */
interface GivenRole extends ActionTarget {
  role: Role;
  board?: string | null;
}

const roleAction = (
  name: string,
  change: typeof insertRole,
): OperatorAction<GivenRole, GivenRole & { board: string | null }> => ({
  name,
  read({ id, role, board = null }) {
    if ((role === 'moderator') !== (board !== null))
      refuseFields({ boardId: board === null ? 'required' : 'unknown' });
    return { id, role, board };
  },
  detail: ({ role, board }) => (board === null ? role : `${role} ${board}`),
  async work(transaction, { id, role, board }) {
    await requireThere(transaction, id, board);
    return (await change(transaction, id, role, board)) ? 'done' : 'same';
  },
});

/** Gives a role [MO-15]. */
export const roleGive = roleAction('role give', insertRole);
/** Takes a role. One may take one's own, unless it is the last operator's: `role.last` [MO-15]. */
export const roleTake = roleAction('role take', takeRole);

interface GivenSanction extends ActionTarget {
  kind: SanctionKind;
  boardId: string | null;
  days: number;
  ground: ReportReason;
  text: string;
}

/** Gives a sanction that no case brought; its text is what the student reads [MO-10, MO-15]. */
export const sanctionGive: OperatorAction<GivenSanction, GivenSanction, SanctionsDependencies> = {
  name: 'sanction give',
  read(given) {
    const { kind, boardId } = given;
    const text = normalizeText(given.text).trim();
    const misplaced = (kind === 'noBoard') !== (boardId !== null);
    refuseFields({
      text: decisionProblem(text),
      boardId: misplaced ? (boardId === null ? 'required' : 'unknown') : null,
    });
    return { ...given, text };
  },
  detail: ({ kind }) => kind,
  async work(transaction, { id, boardId, kind, ground, text, days }, { actorId, ...dependencies }) {
    requireOther(actorId, id);
    await requireThere(transaction, id, boardId);
    const sanction = { userId: id, caseId: null, kind, buildingId: boardId, ground, text, days };
    await giveSanction(dependencies, transaction, sanction);
    return 'done';
  },
};

/** Ends a sanction before its time; nobody ends their own. */
export const sanctionEnd: OperatorAction<ActionTarget> = {
  name: 'sanction end',
  needsReason: true,
  async work(transaction, { id }, { actorId }) {
    requireOther(actorId, await findSanctioned(transaction, id));
    return (await endSanction(transaction, id)) ? 'done' : 'missing';
  },
};

/** How a student is removed, who is told by mail: a running server has other means than the command. */
export interface Removal {
  removeUser: (transaction: Transaction, userId: string) => Promise<void>;
}

/** Does what a student's own withdrawal does. One's own needs one's own password, on one's own page. */
export const studentWithdraw: OperatorAction<ActionTarget, ActionTarget, Removal> = {
  name: 'student withdraw',
  needsReason: true,
  async work(transaction, { id }, { actorId, removeUser }) {
    requireOther(actorId, id);
    await requireThere(transaction, id, null);
    await removeUser(transaction, id);
    return 'done';
  },
};

/** @throws {ProblemError} `act.self`. */
function requireOther(actorId: string | null, userId: string | null | undefined): void {
  if (actorId !== null && actorId === userId) throw new ProblemError('act.self');
}

/** Locks the user. @throws {ProblemError} `resource.missing`, `input.invalid` for a board that is none. */
async function requireThere(transaction: Transaction, userId: string, boardId: string | null): Promise<void> {
  if (!(await lockUser(transaction, userId))) throw new ProblemError('resource.missing');
  if (boardId !== null && !(await findBoard(transaction, boardId))) refuseFields({ boardId: 'unknown' });
}
