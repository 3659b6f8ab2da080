import type { Body } from '@madang/contract/endpoints';
import { decisionProblem } from '@madang/contract/moderation/rules';
import type { Person, PersonDetail, RunningSanction } from '@madang/contract/admin/people-schema';
import { maskEmail, type Right, type Role } from '@madang/contract/admin/rules';
import { firstParagraph, normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { lockUser, overrideWritingRight, type UserRow } from '../accounts/index.ts';
import { findBoard } from '../campus/index.ts';
import {
  endSanction,
  findSanctioned,
  giveSanction,
  insertRole,
  type NamedRole,
  type SanctionRow,
  type SanctionsDependencies,
  takeRole,
} from '../moderation/index.ts';
import type { ModeratedPostRow } from '../posts/index.ts';
import type { WrittenReplyRow } from '../replies/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

const rightAction = (name: string, right: boolean | null): OperatorAction<ActionTarget> => ({
  name,
  needsReason: right === false,
  async work(transaction, { id }, { campus, actorId }) {
    requireOther(actorId, id);
    return (await overrideWritingRight(transaction, campus, id, right)) ? 'done' : 'missing';
  },
});

/** Actions that override a student's writing right, or undo that [MO-15]. */
export const rightActions: Readonly<Record<Right, OperatorAction<ActionTarget>>> = {
  granted: rightAction('student grant', true),
  taken: rightAction('student take', false),
  rule: rightAction('student follow-rule', null),
};

/** A role to give or take; a moderator's has a board. */
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
/** Takes a role; the last operator's fails with `role.last` [MO-15]. */
export const roleTake = roleAction('role take', takeRole);

type GivenSanction = ActionTarget & Body<'POST /api/operate/people/{id}/sanctions'>;

/** Gives a sanction without a case, with a text [MO-10, MO-15]. */
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

/** Ends a sanction early; operators cannot end their own. */
export const sanctionEnd: OperatorAction<ActionTarget> = {
  name: 'sanction end',
  needsReason: true,
  async work(transaction, { id }, { actorId }) {
    requireOther(actorId, await findSanctioned(transaction, id));
    return (await endSanction(transaction, id)) ? 'done' : 'missing';
  },
};

/** Removal of a student with mail; differs between server and command. */
export interface Removal {
  removeUser: (transaction: Transaction, userId: string) => Promise<void>;
}

/** Withdraws another student; operators withdraw themselves on their own page, with password. */
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

/** Locks the user. @throws {ProblemError} `resource.missing`, `input.invalid` for an unknown board. */
async function requireThere(transaction: Transaction, userId: string, boardId: string | null): Promise<void> {
  if (!(await lockUser(transaction, userId))) throw new ProblemError('resource.missing');
  if (boardId !== null && !(await findBoard(transaction, boardId))) refuseFields({ boardId: 'unknown' });
}

/** Code points of a reply in the list of a user's texts. */
const EXCERPT = 80;

/** Returns a student with a masked address and no name. */
export function presentPerson(user: UserRow): Person {
  return {
    id: user.id,
    maskedEmail: maskEmail(user.email),
    emailVerified: user.email_verified_at !== null,
    nickname: user.nickname,
    writingRight: user.writing_right,
    signedUpAt: user.created_at.toISOString(),
  };
}

/** Returns a running sanction for the contract. */
export function presentSanction(row: SanctionRow): RunningSanction {
  return {
    id: row.id,
    personId: row.user_id,
    nickname: row.nickname,
    kind: row.kind,
    board: presentBoard(row.building_id, row.board),
    ground: row.ground,
    text: row.text,
    givenAt: row.given_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}

/** Returns a user's role for the contract. */
export function presentRole(row: NamedRole): PersonDetail['roles'][number] {
  return {
    role: row.role,
    board: presentBoard(row.building_id, row.board),
    givenAt: row.given_at.toISOString(),
  };
}

const presentBoard = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

export interface PersonFacts {
  posts: number;
  replies: number;
  sessions: number;
  roles: readonly NamedRole[];
  sanctions: readonly SanctionRow[];
  newestPosts: readonly ModeratedPostRow[];
  newestReplies: readonly WrittenReplyRow[];
}

/** Returns a student with the facts an operator decides by. */
export function presentDetail(user: UserRow, self: boolean, facts: PersonFacts): PersonDetail {
  const posts = facts.newestPosts.map((post) => ({
    kind: 'post' as const,
    id: post.id,
    postId: post.id,
    board: post.building_id,
    text: post.title,
    hidden: post.hidden_at !== null,
    createdAt: post.created_at.toISOString(),
  }));
  const replies = facts.newestReplies.map((reply) => ({
    kind: 'reply' as const,
    id: reply.id,
    postId: reply.post_id,
    board: reply.building_id,
    text: firstParagraph(reply.body, EXCERPT),
    hidden: reply.hidden_at !== null,
    createdAt: reply.created_at.toISOString(),
  }));
  return {
    person: presentPerson(user),
    self,
    right: rightOf(user.right_override),
    points: user.points,
    posts: facts.posts,
    replies: facts.replies,
    sessions: facts.sessions,
    roles: facts.roles.map(presentRole),
    sanctions: facts.sanctions.map(presentSanction),
    written: [...posts, ...replies].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
  };
}

function rightOf(override: boolean | null): Right {
  if (override === null) return 'rule';
  return override ? 'granted' : 'taken';
}
