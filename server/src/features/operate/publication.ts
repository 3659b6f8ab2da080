// How an entry is published, changed and taken away: on the web, by the operator command, or because its time has come.
import type { EntryKind } from '@madang/contract/operate/entry-rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { noteImageRemoval } from '../../platform/images/image-removals.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import { hidePost, insertFacilityNotice, setNoticePicture, updateFacilityNotice } from '../posts/index.ts';
import type { ActionDependencies } from './operator-actions.ts';
import { lockEntry, NO_PICTURE, putEntry, readNow, type EntryRow, type NewEntry } from './entries.queries.ts';
import { pictureKey } from './entry-pictures.ts';

/** Tell the open pages of every process what happened to a facility notice; called after the commit. */
export interface EntryStreams {
  announceEdit(postId: string): void;
  announceVisibility(postId: string): void;
}

export interface PublicationDependencies extends Pick<ActionDependencies, 'cache'> {
  streams: EntryStreams;
}

/** The job that publishes or unpublishes an entry when its time has come, as rows of earlier versions call it. */
export const PUBLISH_ENTRY = 'turnEntry';

/** What a job does to an entry, and for which of its times. */
interface Turn {
  id: string;
  kind: EntryKind;
  turn: 'begin' | 'end';
  at: string;
}

/**
 * Stores an entry in place of what it was, with jobs for its times, its post where it is a facility notice, and a note that the
 * picture it had is nobody's any more.
 *
 * @throws {ProblemError} `identifier.taken` where the id is another kind's.
 */
export async function storeEntry(
  transaction: Transaction,
  streams: EntryStreams,
  entry: NewEntry,
  before?: EntryRow,
): Promise<void> {
  if (!(await putEntry(transaction, entry))) throw new ProblemError('identifier.taken');
  await addTurns(transaction, entry, before);
  const hides = entry.kind === 'facility-notice' && before?.state === 'shown' && entry.state !== 'shown';
  if (entry.kind === 'facility-notice') await storePost(transaction, streams, entry, before);
  const had = before?.picture_mark ?? null;
  // That of a hidden post stays: `post restore` brings it back.
  if (had !== null && had !== entry.picture_mark && !hides)
    await noteImageRemoval(transaction, pictureKey(entry.kind, entry.id, had));
}

/** A job for each time that is new. One whose time was changed since finds that, and does nothing. */
async function addTurns(
  transaction: Transaction,
  { id, kind, state, begins_at: begins, ends_at: ends }: NewEntry,
  before: EntryRow | undefined,
): Promise<void> {
  const add = (turn: Turn['turn'], dueAt: Date) =>
    addJob(transaction, {
      kind: PUBLISH_ENTRY,
      data: { id, kind, turn, at: dueAt.toISOString() } satisfies Turn,
      dueAt,
    });
  if (state === 'planned' && begins && begins.getTime() !== before?.begins_at?.getTime())
    await add('begin', begins);
  if (ends && ends.getTime() !== before?.ends_at?.getTime()) await add('end', ends);
}

async function storePost(
  transaction: Transaction,
  streams: EntryStreams,
  entry: NewEntry,
  before: EntryRow | undefined,
): Promise<void> {
  const { id, state, picture_mark: mark, picture_width: width, picture_height: height } = entry;
  const was = before?.state === 'shown';
  if (state === 'shown') {
    await (was ? updateFacilityNotice : insertFacilityNotice)(transaction, entry);
    if (mark !== (was ? before.picture_mark : null))
      await setNoticePicture(
        transaction,
        id,
        mark === null ? null : { id: mark, width: width ?? 0, height: height ?? 0 },
      );
    if (was) transaction.afterCommit(() => streams.announceEdit(id));
  } else if (was) {
    await hidePost(transaction, id);
    transaction.afterCommit(() => streams.announceVisibility(id));
  }
}

/** Takes an entry away from everybody, or out of the plan, and keeps its text for operators to see. */
export function unpublishEntry(
  transaction: Transaction,
  streams: EntryStreams,
  entry: EntryRow,
  state: 'ended' | 'withdrawn',
): Promise<void> {
  return storeEntry(transaction, streams, { ...entry, ...NO_PICTURE, state }, entry);
}

/**
 * Publishes an entry, or ends it, in the transaction that takes the job: once over all processes. Goes by what is planned now,
 * and by no clock: the job was due by the database's.
 */
export async function publishEntry(
  { cache, streams }: PublicationDependencies,
  transaction: Transaction,
  data: unknown,
): Promise<void> {
  const { id, kind, turn, at } = data as Turn;
  const entry = await lockEntry(transaction, kind, id);
  if (!entry) return;
  const time = turn === 'begin' ? entry.begins_at : entry.ends_at;
  const waits = entry.state === 'planned' || (turn === 'end' && entry.state === 'shown');
  if (time?.toISOString() !== at || !waits) return;
  // Nobody was there to show it in time: then it is not shown for a moment either.
  const over = turn === 'end' || (entry.ends_at !== null && entry.ends_at <= (await readNow(transaction)));
  if (over) await unpublishEntry(transaction, streams, entry, 'ended');
  else await storeEntry(transaction, streams, { ...entry, state: 'shown' }, entry);
  transaction.afterCommit(() => cache.invalidateAll());
}
