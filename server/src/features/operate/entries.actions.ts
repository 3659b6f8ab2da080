import type { EntryKind } from '@madang/contract/operate/entry-rules';
import { planProblem } from '@madang/contract/operate/entry-rules';
import type { Entry, EntryInput } from '@madang/contract/operate/entry-schema';
import { bodyProblem, titleProblem } from '@madang/contract/posts/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { findPostEvenHidden, removeNotedPictures } from '../posts/index.ts';
import { runOperatorAction, requireOperator, type ActionDependencies } from './operator-actions.ts';
import { presentEntry } from './entries.present.ts';
import {
  findEntry,
  isOver,
  lockEntry,
  NO_PICTURE,
  readNow,
  type EntryRow,
  type NewEntry,
} from './entries.queries.ts';
import { makePicture, type MadePicture } from './entry-pictures.ts';
import { storeEntry, unpublishEntry, type PublicationDependencies } from './publication.ts';

export interface EntriesDependencies extends ActionDependencies, PublicationDependencies {
  images: ImageStore;
}

/** Thrown to undo an act that changes nothing: it is none, and has no line in the audit log. */
class Unchanged extends Error {
  readonly entry: Entry;

  constructor(entry: Entry) {
    super('nothing to change');
    this.entry = entry;
  }
}

/**
 * Writes an entry, or changes one: shown at once or when its time has come [MO-14]. The same call sent again changes
 * nothing.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, `input.invalid`, `identifier.taken`, `resource.missing`,
 *   `edit.outdated`, `image.unreadable`, `server.unavailable`.
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
  await requireOperator(dependencies.database, session);
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
 * An entry that an operator names.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function readEntry(executor: Executor, kind: EntryKind, id: string): Promise<EntryRow> {
  const entry = await findEntry(executor, kind, id);
  if (!entry) throw new ProblemError('resource.missing');
  return entry;
}

/** The act stands whether its superfluous pictures can be removed now or in an hour. */
async function tidyPictures(dependencies: EntriesDependencies): Promise<void> {
  await removeNotedPictures(dependencies).catch(() => {});
}

/** @throws {ProblemError} where there is nothing to change, or not by this call; {@link Unchanged} where it is so already. */
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
  // What is shown has begun: that is past, and cannot be planned any more.
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
 * Takes an entry away from everybody, or out of the plan [MO-14]; once it is over this changes nothing.
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
