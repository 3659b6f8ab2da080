import type { PersonDetail } from '@madang/contract/operate/people-schema';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import {
  countSessions,
  findUser,
  removeUser,
  searchUsers,
  type RemovalDependencies,
} from '../accounts/index.ts';
import { listBoards } from '../campus/index.ts';
import { listAllRunning, listRoles, listRunning, type SanctionsDependencies } from '../moderation/index.ts';
import { countPostsBy, listPostsByEvenHidden } from '../posts/index.ts';
import { countRepliesBy, listRepliesByEvenHidden } from '../replies/index.ts';
import { performAction, requireOperator, type ActionDependencies } from './operator-actions.ts';
import {
  rightActions,
  roleGive,
  roleTake,
  sanctionEnd,
  sanctionGive,
  studentWithdraw,
} from './people.actions.ts';
import { presentDetail, presentPerson, presentRole, presentSanction } from './people.present.ts';

/** So many of the newest posts, and of the newest replies. */
const WRITTEN = 20;
const SANCTIONS_MAX = 500;

export type PeopleDependencies = ActionDependencies & RemovalDependencies & SanctionsDependencies;

/** Mounts what operators do about people [MO-15]. */
export function registerPeople(router: Router, dependencies: PeopleDependencies): void {
  const { database } = dependencies;
  /** The person as they are after an act, or now. */
  const read = async (session: Session, id: string) =>
    readPerson(database, id, await requireOperator(database, session));
  const remove = (transaction: Transaction, id: string) => removeUser(dependencies, transaction, id);

  router.handle('POST /api/operate/people/search', async ({ session, body }) => {
    await requireOperator(database, session);
    return { people: (await searchUsers(database, body.who)).map(presentPerson) };
  });
  router.handle('GET /api/operate/people/{id}', ({ session, path }) => read(session, path.id));
  router.handle('PUT /api/operate/people/{id}/right', async ({ session, path, body }) => {
    await performAction(dependencies, session, rightActions[body.right], { ...path, ...body });
    return read(session, path.id);
  });
  router.handle('PUT /api/operate/people/{id}/role', async ({ session, path, body }) => {
    const role = { ...path, ...body, board: body.boardId };
    await performAction(dependencies, session, body.held ? roleGive : roleTake, role);
    // Who took the own role may not read any more.
    return readPerson(database, path.id, session.userId);
  });
  router.handle('POST /api/operate/people/{id}/sanctions', async ({ session, path, body }) => {
    await performAction(dependencies, session, sanctionGive, { ...path, ...body, reason: body.ground });
    return read(session, path.id);
  });
  router.handle('POST /api/operate/people/{id}/withdrawal', ({ session, path, body }) =>
    performAction({ ...dependencies, removeUser: remove }, session, studentWithdraw, { ...path, ...body }),
  );
  router.handle('GET /api/operate/roles', async ({ session }) => {
    await requireOperator(database, session);
    const roles = await listRoles(database);
    return {
      roles: roles.map((row) => ({ ...presentRole(row), personId: row.user_id, nickname: row.nickname })),
      boards: (await listBoards(database)).map(({ id, name }) => ({ id, name })),
    };
  });
  router.handle('GET /api/operate/sanctions', async ({ session }) => {
    await requireOperator(database, session);
    return { sanctions: (await listAllRunning(database, SANCTIONS_MAX)).map(presentSanction) };
  });
  router.handle('POST /api/operate/sanctions/{id}/end', ({ session, path, body }) =>
    performAction(dependencies, session, sanctionEnd, { ...path, ...body }),
  );
}

async function readPerson(executor: Executor, id: string, readerId: string): Promise<PersonDetail> {
  const user = await findUser(executor, id);
  if (!user) throw new ProblemError('resource.missing');
  return presentDetail(user, id === readerId, {
    posts: await countPostsBy(executor, id),
    replies: await countRepliesBy(executor, id),
    sessions: await countSessions(executor, id),
    roles: await listRoles(executor, id),
    sanctions: await listRunning(executor, id),
    newestPosts: await listPostsByEvenHidden(executor, id, WRITTEN),
    newestReplies: await listRepliesByEvenHidden(executor, id, WRITTEN),
  });
}
