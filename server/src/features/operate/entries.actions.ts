import type { EntryKind } from '@madang/contract/operate/entry-rules';
import { planProblem } from '@madang/contract/operate/entry-rules';
import type { Entry } from '@madang/contract/operate/entry-schema';
import { bodyProblem, titleProblem } from '@madang/contract/posts/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { findPostEvenHidden, removeNotedPictures } from '../posts/index.ts';
import { actAsOperator, requireOperator, type ActDependencies } from './act-as-operator.ts';
import { presentEntry, type WholeEntry } from './entries.present.ts';
import {
  findPlan,
  listPlans,
  lockPlan,
  putPlan,
  queueFor,
  readNow,
  type PlanRow,
} from './entries.queries.ts';
import { makePicture, type MadePicture } from './entry-pictures.ts';
import { stages, type Shown } from './shown.ts';

export interface EntriesDependencies extends ActDependencies {
  images: ImageStore;
  /** Tell the open pages of every process what happened to a facility notice; called after the commit. */
  streams: { announceEdit(postId: string): void; announceVisibility(postId: string): void };
}

/** What the operator wants an entry to be. */
export interface EntryInput {
  version: string | null;
  title: string;
  body: string;
  uploadId: string | null;
  keepPicture: boolean;
  beginsAt: string | null;
  endsAt: string | null;
}

/** The job that shows or ends an entry when its time has come. */
export const TURN_ENTRY = 'turnEntry';

/** How many of a kind are listed that are planned or over. */
const LIST_MAX = 200;

/** Thrown to undo an act that changes nothing: it is none, and has no line in the audit log. */
class Unchanged extends Error {
  readonly entry: Entry;

  constructor(entry: Entry) {
    super('nothing to change');
    this.entry = entry;
  }
}

/** What is planned, shown and over of a kind. */
export async function listEntries(executor: Executor, kind: EntryKind): Promise<Entry[]> {
  const shown = await stages[kind].list(executor);
  const rows = await listPlans(
    executor,
    kind,
    shown.map(({ id }) => id),
    LIST_MAX,
  );
  const plans = new Map(rows.map((plan) => [plan.id, plan]));
  const there = shown.map((one) => {
    const plan = plans.get(one.id);
    plans.delete(one.id);
    return join(kind, plan, one);
  });
  return [...[...plans.values()].map((plan) => join(kind, plan, undefined)), ...there].flatMap((entry) =>
    entry ? [presentEntry(entry)] : [],
  );
}

/**
 * One entry, and what its picture is known by.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function readEntry(executor: Executor, kind: EntryKind, id: string): Promise<WholeEntry> {
  const shown = await stages[kind].find(executor, id);
  const entry = join(kind, await findPlan(executor, kind, id), shown);
  if (!entry) throw new ProblemError('resource.missing');
  return entry;
}

/** What was written with the operator command has no plan; what was taken away with it is not shown, whatever the plan says. */
function join(kind: EntryKind, plan: PlanRow | undefined, shown: Shown | undefined): WholeEntry | undefined {
  if (plan) {
    const gone = plan.state === 'shown' ? 'withdrawn' : plan.state;
    return { plan: { ...plan, state: shown ? 'shown' : gone }, shown };
  }
  if (!shown) return undefined;
  const { id, title, body } = shown;
  const none = { picture_upload: null, picture_width: null, picture_height: null };
  const now = { state: 'shown', begins_at: null, ends_at: null } as const;
  return { plan: { id, kind, title, body, picture_mark: shown.mark, ...none, ...now }, shown };
}

/** The same, and nobody changes it before the commit: the plan first, then what is shown, in one order for everybody. */
async function lockWhole(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
): Promise<WholeEntry | undefined> {
  await queueFor(transaction, id);
  const plan = await lockPlan(transaction, kind, id);
  return join(kind, plan, await stages[kind].lock(transaction, id));
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
  const known = await findPlan(dependencies.database, kind, id);
  const fresh = input.uploadId !== null && known?.picture_upload !== input.uploadId;
  const picture =
    fresh && input.uploadId ? await makePicture(dependencies, session, kind, id, input.uploadId) : null;
  const deed = { action: `${kind} ${input.version === null ? 'add' : 'edit'}`, target: id };
  try {
    const entry = await actAsOperator(dependencies, session, deed, async (transaction) => {
      const before = await lockWhole(transaction, kind, id);
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

/** The act stands whether its superfluous pictures can be removed now or in an hour. */
async function tidyPictures(dependencies: EntriesDependencies): Promise<void> {
  await removeNotedPictures(dependencies).catch(() => {});
}

/** @throws {ProblemError} where there is nothing to change, or not by this call; {@link Unchanged} where it is so already. */
async function requireChange(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
  before: WholeEntry | undefined,
  input: EntryInput,
): Promise<void> {
  if (!before) {
    if (input.version !== null) throw new ProblemError('resource.missing');
    const taken = kind === 'facility-notice' && (await findPostEvenHidden(transaction, id));
    if (taken) throw new ProblemError('identifier.taken');
    return;
  }
  const entry = presentEntry(before);
  const over = entry.state === 'ended' || entry.state === 'withdrawn';
  if (!over && isSame(before, entry, input)) throw new Unchanged(entry);
  if (input.version === null) throw new ProblemError('identifier.taken');
  if (over || input.version !== entry.version) throw new ProblemError('edit.outdated');
}

function isSame({ plan }: WholeEntry, entry: Entry, input: EntryInput): boolean {
  const pictured =
    input.uploadId === null
      ? input.keepPicture || entry.picture === null
      : plan.picture_upload === input.uploadId;
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
  before: WholeEntry | undefined,
  input: EntryInput,
  made: MadePicture | null,
): Promise<void> {
  const now = await readNow(transaction);
  const isShown = before?.shown !== undefined;
  // What is shown has begun: that is past, and cannot be planned any more.
  const begun = isShown && (before.plan.begins_at?.toISOString() ?? null) !== input.beginsAt;
  const plan = planProblem({ ...input, beginsAt: isShown ? null : input.beginsAt }, now.getTime());
  refuseFields({ ...plan, ...(begun ? { beginsAt: 'invalid' } : {}) });
  const later = !isShown && input.beginsAt !== null && Date.parse(input.beginsAt) > now.getTime();

  const stage = stages[kind];
  const text = { id, title: input.title, body: input.body };
  const held = heldPicture(before);
  const stays = held && (input.uploadId === null ? input.keepPicture : !made);
  const picture = made ?? (stays ? held : null);
  const isOther = made !== null || (held !== null && !stays);
  const row: PlanRow = {
    ...text,
    kind,
    state: later ? 'planned' : 'shown',
    picture_mark: picture?.mark ?? null,
    picture_upload: made?.uploadId ?? (stays ? (before?.plan.picture_upload ?? null) : null),
    picture_width: picture?.width ?? null,
    picture_height: picture?.height ?? null,
    begins_at: input.beginsAt === null ? null : new Date(input.beginsAt),
    ends_at: input.endsAt === null ? null : new Date(input.endsAt),
  };
  if (!(await putPlan(transaction, row))) throw new ProblemError('identifier.taken');
  await planTurns(transaction, row, before?.plan);
  if (isShown) {
    await stage.change(transaction, text, isOther ? picture : undefined);
    if (kind === 'facility-notice') transaction.afterCommit(() => streams.announceEdit(id));
  } else if (!later) await stage.show(transaction, text, picture);
  if (held && isOther) await stage.dropPicture(transaction, id, held.mark);
  await made?.store(transaction);
}

/** The picture that an entry has, shown or not. */
function heldPicture(before: WholeEntry | undefined) {
  if (!before) return null;
  const { picture_mark: planned, picture_width: width, picture_height: height } = before.plan;
  const mark = before.shown ? before.shown.mark : planned;
  return mark === null ? null : { mark, width: width ?? 0, height: height ?? 0 };
}

/** A job for each time that is new. One whose time was changed since finds that, and does nothing. */
async function planTurns(
  transaction: Transaction,
  { id, kind, state, begins_at: begins, ends_at: ends }: PlanRow,
  before: PlanRow | undefined,
): Promise<void> {
  const add = async (turn: Turn['turn'], dueAt: Date) =>
    addJob(transaction, {
      kind: TURN_ENTRY,
      data: { id, kind, turn, at: dueAt.toISOString() } satisfies Turn,
      dueAt,
    });
  if (state === 'planned' && begins && begins.getTime() !== before?.begins_at?.getTime())
    await add('begin', begins);
  if (ends && ends.getTime() !== before?.ends_at?.getTime()) await add('end', ends);
}

/** What a job does to an entry, and for which of its times. */
interface Turn {
  id: string;
  kind: EntryKind;
  turn: 'begin' | 'end';
  at: string;
}

/**
 * Shows an entry, or ends it, in the transaction that takes the job: once over all processes. Goes by what is planned now,
 * and by no clock: the job was due by the database's.
 */
export async function turnEntry(
  { cache, streams }: Pick<EntriesDependencies, 'cache' | 'streams'>,
  transaction: Transaction,
  data: unknown,
): Promise<void> {
  const { id, kind, turn, at } = data as Turn;
  const entry = await lockWhole(transaction, kind, id);
  if (!entry) return;
  const { plan, shown } = entry;
  const planned = plan.state === 'planned';
  const time = turn === 'begin' ? plan.begins_at : plan.ends_at;
  if (time?.toISOString() !== at || !(planned || (turn === 'end' && shown))) return;
  const now = await readNow(transaction);
  // Nobody was there to show it in time: then it is not shown for a moment either.
  const over = turn === 'end' || (plan.ends_at !== null && plan.ends_at <= now);
  if (over) await closeEntry(transaction, entry, 'ended');
  else {
    await putPlan(transaction, { ...plan, state: 'shown' });
    await stages[kind].show(transaction, plan, heldPicture(entry));
  }
  transaction.afterCommit(() => {
    cache.invalidateAll();
    if (shown && kind === 'facility-notice') streams.announceVisibility(id);
  });
}

function closed({ plan, shown }: WholeEntry, state: 'ended' | 'withdrawn'): PlanRow {
  const { title, body } = shown ?? plan;
  const none = { picture_mark: null, picture_upload: null, picture_width: null, picture_height: null };
  return { ...plan, title, body, ...none, state };
}

/** Takes an entry away, and keeps its text for operators to see. */
async function closeEntry(
  transaction: Transaction,
  entry: WholeEntry,
  state: 'ended' | 'withdrawn',
): Promise<void> {
  const { plan, shown } = entry;
  const { kind, id } = plan;
  await putPlan(transaction, closed(entry, state));
  if (shown) await stages[kind].hide(transaction, id);
  else if (plan.picture_mark !== null) await stages[kind].dropPicture(transaction, id, plan.picture_mark);
}

/**
 * For the operator command, which is about to take an entry away: true where it was planned only, and is gone by this; of what
 * is shown the plan ends.
 */
export async function forgetPlan(transaction: Transaction, kind: EntryKind, id: string): Promise<boolean> {
  const entry = await lockWhole(transaction, kind, id);
  if (!entry || !(await findPlan(transaction, kind, id))) return false;
  const isPlanned = entry.plan.state === 'planned';
  if (isPlanned) await closeEntry(transaction, entry, 'withdrawn');
  else if (entry.shown) await putPlan(transaction, closed(entry, 'withdrawn'));
  return isPlanned;
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
  const deed = { action: `${kind} remove`, target: id };
  try {
    await actAsOperator(dependencies, session, deed, async (transaction) => {
      const entry = await lockWhole(transaction, kind, id);
      if (!entry) throw new ProblemError('resource.missing');
      const { state } = entry.plan;
      if (state === 'ended' || state === 'withdrawn') throw new Unchanged(presentEntry(entry));
      await closeEntry(transaction, entry, 'withdrawn');
      if (kind === 'facility-notice' && entry.shown)
        transaction.afterCommit(() => dependencies.streams.announceVisibility(id));
    });
  } catch (error) {
    if (!(error instanceof Unchanged)) throw error;
  }
  await tidyPictures(dependencies);
}
