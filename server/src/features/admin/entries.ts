// Publishing and withdrawing of entries, by web, command or job.
import { type EntryKind, planProblem } from '@madang/contract/admin/rules';
import type { Entry, EntryInput } from '@madang/contract/admin/schema';
import { bodyProblem, titleProblem } from '@madang/contract/posts/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { type ImageStore, noteImageRemoval } from '../../images/image-store.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { Session } from '../../sessions/sessions.ts';
import {
  findPostEvenHidden,
  hidePost,
  insertFacilityNotice,
  removeNotedPictures,
  setNoticePicture,
  updateFacilityNotice,
} from '../posts/index.ts';
import {
  type EntryRow,
  findEntry,
  isOver,
  lockEntry,
  type MadePicture,
  makePicture,
  type NewEntry,
  NO_PICTURE,
  pictureKey,
  presentEntry,
  putEntry,
  readNow,
} from './entry-rows.ts';
import { type ActionDependencies, runOperatorAction } from './operator-actions.ts';

export interface EntriesDependencies extends ActionDependencies, PublicationDependencies {
  images: ImageStore;
}

/** Thrown to roll back and not log an action without changes. */
class Unchanged extends Error {
  readonly entry: Entry;

  constructor(entry: Entry) {
    super('nothing to change');
    this.entry = entry;
  }
}

/**
 * Adds or changes an entry, shown at its planned time [MO-14]. Idempotent.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, `input.invalid`, `identifier.taken`,
 *   `resource.missing`, `edit.outdated`, `image.unreadable`, `server.unavailable`.
 */
export async function saveEntry(
  dependencies: EntriesDependencies,
  session: Session,
  kind: EntryKind,
  id: string,
  given: EntryInput,
): Promise<Entry> {
  const input = {
    ...given,
    title: normalizeText(given.title).trim(),
    body: normalizeText(given.body).trimEnd(),
  };
  const title = titleProblem(input.title) ?? (input.title.includes('\n') ? 'invalid' : null);
  refuseFields({ title, body: bodyProblem(input.body) });
  const known = await findEntry(dependencies.database, kind, id);
  const fresh = input.uploadId !== null && known?.picture_upload !== input.uploadId;
  const picture =
    fresh && input.uploadId ? await makePicture(dependencies, session, kind, id, input.uploadId) : null;
  const act = { action: `${kind} ${input.version === null ? 'add' : 'edit'}`, target: id };
  try {
    const entry = await runOperatorAction(dependencies, session, act, async (transaction) => {
      const before = await lockEntry(transaction, kind, id);
      await requireChange(transaction, kind, id, before, input);
      await writeEntry(dependencies, transaction, kind, id, before, input, picture);
      return presentEntry(await readEntry(transaction, kind, id));
    });
    await tidyPictures(dependencies);
    return entry;
  } catch (error) {
    if (error instanceof Unchanged) return error.entry;
    throw error;
  }
}

/**
 * Returns the entry of an operator's request.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function readEntry(executor: Executor, kind: EntryKind, id: string): Promise<EntryRow> {
  const entry = await findEntry(executor, kind, id);
  if (!entry) throw new ProblemError('resource.missing');
  return entry;
}

/** Ignores failures: an hourly job removes unused pictures too. */
async function tidyPictures(dependencies: EntriesDependencies): Promise<void> {
  await removeNotedPictures(dependencies).catch(() => {});
}

/** @throws {ProblemError} if not allowed; {@link Unchanged} if nothing changes. */
async function requireChange(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
  before: EntryRow | undefined,
  input: EntryInput,
): Promise<void> {
  if (!before) {
    if (input.version !== null) throw new ProblemError('resource.missing');
    const taken = kind === 'facility-notice' && (await findPostEvenHidden(transaction, id));
    if (taken) throw new ProblemError('identifier.taken');
    return;
  }
  const entry = presentEntry(before);
  const over = isOver(before);
  if (!over && isSame(before, entry, input)) throw new Unchanged(entry);
  if (input.version === null) throw new ProblemError('identifier.taken');
  if (over || input.version !== entry.version) throw new ProblemError('edit.outdated');
}

function isSame(before: EntryRow, entry: Entry, input: EntryInput): boolean {
  const pictured =
    input.uploadId === null
      ? input.keepPicture || entry.picture === null
      : before.picture_upload === input.uploadId;
  return (
    pictured &&
    entry.title === input.title &&
    entry.body === input.body &&
    entry.beginsAt === input.beginsAt &&
    entry.endsAt === input.endsAt
  );
}

async function writeEntry(
  { streams }: EntriesDependencies,
  transaction: Transaction,
  kind: EntryKind,
  id: string,
  before: EntryRow | undefined,
  input: EntryInput,
  made: MadePicture | null,
): Promise<void> {
  const now = await readNow(transaction);
  const isShown = before?.state === 'shown';
  // A shown entry has begun; its start cannot be changed.
  const begun = isShown && (before.begins_at?.toISOString() ?? null) !== input.beginsAt;
  const plan = planProblem({ ...input, beginsAt: isShown ? null : input.beginsAt }, now.getTime());
  refuseFields({ ...plan, ...(begun ? { beginsAt: 'invalid' } : {}) });
  const later = !isShown && input.beginsAt !== null && Date.parse(input.beginsAt) > now.getTime();

  const stays = input.uploadId === null ? input.keepPicture : !made;
  const entry: NewEntry = {
    ...NO_PICTURE,
    ...(stays ? before : null),
    ...made?.columns,
    id,
    kind,
    state: later ? 'planned' : 'shown',
    title: input.title,
    body: input.body,
    begins_at: input.beginsAt === null ? null : new Date(input.beginsAt),
    ends_at: input.endsAt === null ? null : new Date(input.endsAt),
  };
  await storeEntry(transaction, streams, entry, before);
  await made?.store(transaction);
}

/**
 * Withdraws a shown or planned entry [MO-14].
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, `resource.missing`.
 */
export async function withdrawEntry(
  dependencies: EntriesDependencies,
  session: Session,
  kind: EntryKind,
  id: string,
): Promise<void> {
  const act = { action: `${kind} remove`, target: id };
  try {
    await runOperatorAction(dependencies, session, act, async (transaction) => {
      const entry = await lockEntry(transaction, kind, id);
      if (!entry) throw new ProblemError('resource.missing');
      if (isOver(entry)) throw new Unchanged(presentEntry(entry));
      await unpublishEntry(transaction, dependencies.streams, entry, 'withdrawn');
    });
  } catch (error) {
    if (!(error instanceof Unchanged)) throw error;
  }
  await tidyPictures(dependencies);
}

/** Notify open pages about a facility notice, after commit. */
interface EntryStreams {
  announceEdit(postId: string): void;
  announceVisibility(postId: string): void;
}

interface PublicationDependencies extends Pick<ActionDependencies, 'cache'> {
  streams: EntryStreams;
}

/** Job that publishes or unpublishes an entry; rows use the old name. */
export const PUBLISH_ENTRY = 'turnEntry';

/** Data of the job: the entry and which of its times. */
interface Turn {
  id: string;
  kind: EntryKind;
  turn: 'begin' | 'end';
  at: string;
}

/**
 * Stores an entry, its jobs, and a facility notice's post. Schedules removal of a replaced picture.
 *
 * @throws {ProblemError} `identifier.taken` if another kind uses the id.
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
  // A hidden post keeps its picture: `post restore` shows it again.
  if (had !== null && had !== entry.picture_mark && !hides)
    await noteImageRemoval(transaction, pictureKey(entry.kind, entry.id, had));
}

/** Adds a job for each new time; replaced ones do nothing. */
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

/** Withdraws a shown or planned entry; its text stays visible to operators. */
export function unpublishEntry(
  transaction: Transaction,
  streams: EntryStreams,
  entry: EntryRow,
  state: 'ended' | 'withdrawn',
): Promise<void> {
  return storeEntry(transaction, streams, { ...entry, ...NO_PICTURE, state }, entry);
}

/** Publishes or ends an entry in the job's transaction, if the job still has its planned time. */
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
  // If its end has passed too, the entry is never shown.
  const over = turn === 'end' || (entry.ends_at !== null && entry.ends_at <= (await readNow(transaction)));
  if (over) await unpublishEntry(transaction, streams, entry, 'ended');
  else await storeEntry(transaction, streams, { ...entry, state: 'shown' }, entry);
  transaction.afterCommit(() => cache.invalidateAll());
}
