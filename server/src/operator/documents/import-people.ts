import { findUserIds, findTaken, importUsers } from '../../features/accounts/index.ts';
import { importBuildings, type BoardRow } from '../../features/campus/index.ts';
import { giveImportedPosts, noteImportedLikes, openPoints } from '../../features/posts/index.ts';
import { giveImportedReplies } from '../../features/replies/index.ts';
import type { Executor } from '../../database/database.ts';
import { Refusal } from './source.ts';
import { derivedId } from './schema.ts';
import { settleKnown, type Candidate, type ImportContext, type Stage } from './import-stage.ts';
import { toBuilding, toUser, type UserRow } from './rows.ts';

/** Imports users with points and likes, each in one transaction; resolves waiting references. */
export function usersStage({ campus, dry }: ImportContext): Stage<'users', UserRow> {
  const now = new Date();
  return {
    collection: 'users',
    size: 200,
    read: (fields) => toUser(fields, campus, now),
    async settle(executor, candidates) {
      const users = candidates.map(({ row }) => row.user);
      const taken = await findTaken(
        executor,
        users.map(({ id }) => id),
        users.map(({ email }) => email),
      );
      const ids = new Set(taken.map(({ id }) => id));
      settleKnown(candidates, ({ user }) => user.id, ids, dry?.users);
      const emails = new Set(taken.map(({ email }) => email));
      for (const candidate of candidates) {
        if (candidate.verdict !== 'new') continue;
        const { email } = candidate.row.user;
        if (emails.has(email) || dry?.emails.has(email))
          candidate.verdict = new Refusal('userEmail belongs to another account');
        emails.add(email);
      }
    },
    async write(transaction, rows) {
      await importUsers(
        transaction,
        rows.map(({ user }) => user),
      );
      await openPoints(
        transaction,
        rows.map(({ user, points }) => ({
          id: derivedId('points', user.id),
          userId: user.id,
          points,
        })),
      );
      const ids = rows.map(({ user }) => user.id);
      await giveImportedPosts(transaction, ids);
      await giveImportedReplies(transaction, ids);
      await noteImportedLikes(
        transaction,
        rows.flatMap(({ user, likedPostIds }) => likedPostIds.map((postId) => ({ userId: user.id, postId }))),
      );
    },
    note(seen, { user }) {
      seen.users.add(user.id);
      seen.emails.add(user.email);
    },
  };
}

/** Imports missing buildings. */
export function buildingsStage({
  campus,
  boards,
}: ImportContext): Stage<'buildings', Omit<BoardRow, 'kind' | 'seats'>> {
  return {
    collection: 'buildings',
    size: 200,
    read: (fields) =>
      // Documents never change special boards or the campus folder's buildings.
      boards.has(fields.id)
        ? { row: { id: fields.id, name: '', category: '', info: '' }, corrections: [] }
        : toBuilding(fields, campus),
    settle: async (_executor, candidates) => settleKnown(candidates, ({ id }) => id, boards),
    async write(transaction, rows) {
      await importBuildings(transaction, rows);
      transaction.afterCommit(() => rows.forEach(({ id }) => boards.set(id, 'building')));
    },
    note: (_seen, { id }) => void boards.set(id, 'building'),
  };
}

/** Returns a predicate for users that exist, or would after a real run. */
export async function findAuthors(
  executor: Executor,
  { dry }: Pick<ImportContext, 'dry'>,
  ids: readonly (string | null)[],
): Promise<(id: string) => boolean> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const known = wanted.length === 0 ? new Set<string>() : await findUserIds(executor, wanted);
  return (id) => known.has(id) || (dry?.users.has(id) ?? false);
}

/** Removes an unknown author; returns the id to wait for, or null. */
export function settleAuthor(
  candidate: Pick<Candidate<unknown>, 'corrections'>,
  row: { authorId: string | null },
  field: string,
  isKnown: (id: string) => boolean,
): string | null {
  const { authorId } = row;
  if (authorId === null || isKnown(authorId)) return null;
  row.authorId = null;
  candidate.corrections.push(`${field} is not a user here; kept without author`);
  return authorId;
}
