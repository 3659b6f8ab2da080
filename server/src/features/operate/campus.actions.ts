import type { Campus } from '@madang/campus/campus';
import { buildingIdProblem } from '@madang/contract/campus/building-rules';
import { parsePostAddress } from '@madang/contract/moderation/rights-rules';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import {
  findBoard,
  insertBuilding,
  lockBuilding,
  readBuildingTexts,
  type BoardRow,
  type BuildingTexts,
} from '../campus/index.ts';
import { changeBuilding, demotePost, findHotPost, promotePost, removeBuilding } from '../posts/index.ts';
import { actAsOperator, readReason, type ActDependencies } from './act-as-operator.ts';

export interface CampusDependencies extends ActDependencies {
  campus: Campus;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

/**
 * Adds a building, or one that was removed before. The same call sent again changes nothing.
 *
 * @throws {ProblemError} `input.invalid`, `identifier.taken`, and what {@link actAsOperator} refuses.
 */
export async function addOperatedBuilding(
  dependencies: CampusDependencies,
  session: Session,
  input: BuildingTexts & { id: string; reason: string },
): Promise<void> {
  const { name, category, info } = input;
  const id = input.id.trim();
  const given = { name, category, info };
  const { texts, problems } = readBuildingTexts(dependencies.campus, given);
  refuseFields({ id: buildingIdProblem(id), ...problems });
  const deed = { action: 'building add', target: id, reason: readReason(input.reason, false) };
  await actAsOperator(dependencies, session, deed, async (transaction) => {
    if (await insertBuilding(transaction, { id, ...given, ...texts })) return true;
    const there = await findBoard(transaction, id);
    if (there?.kind === 'building' && isSame(there, texts)) return false;
    throw new ProblemError('identifier.taken');
  });
}

/**
 * Changes what is given of a building and leaves the rest; what is so already is no act.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and what {@link actAsOperator} refuses.
 */
export async function changeOperatedBuilding(
  dependencies: CampusDependencies,
  session: Session,
  id: string,
  input: { [Field in keyof BuildingTexts]: string | null } & { reason: string },
): Promise<void> {
  const { name, category, info } = input;
  if (name === null && category === null && info === null) refuseFields({ name: 'required' });
  const { texts, problems } = readBuildingTexts(dependencies.campus, {
    ...(name === null ? {} : { name }),
    ...(category === null ? {} : { category }),
    ...(info === null ? {} : { info }),
  });
  refuseFields(problems);
  const deed = { action: 'building edit', target: id, reason: readReason(input.reason, false) };
  await actAsOperator(dependencies, session, deed, async (transaction) => {
    const there = await lockBuilding(transaction, id);
    if (!there) throw new ProblemError('resource.missing');
    return !isSame(there, texts) && changeBuilding(transaction, id, texts);
  });
}

/**
 * Takes out a building without posts.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `building.used`, and what {@link actAsOperator} refuses.
 */
export async function removeOperatedBuilding(
  dependencies: CampusDependencies,
  session: Session,
  id: string,
  reason: string,
): Promise<void> {
  const deed = { action: 'building remove', target: id, reason: readReason(reason, false) };
  await actAsOperator(dependencies, session, deed, async (transaction) => {
    const posts = await removeBuilding(transaction, id);
    if (posts === null) throw new ProblemError('resource.missing');
    if (posts > 0) throw new ProblemError('building.used');
  });
}

/**
 * Puts a post into the popular list as the newest, named by its id or by any address of it. What is there stays where it is.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and what {@link actAsOperator} refuses.
 */
export async function addHot(
  dependencies: CampusDependencies,
  session: Session,
  { post, reason }: { post: string; reason: string },
): Promise<void> {
  const address = parsePostAddress(post, dependencies.isOwnHost);
  if (typeof address === 'string') return refuseFields({ post: address });
  const why = readReason(reason, false);
  // Which post an entry is about never changes.
  const id = address.kind === 'hot' ? await findHotPost(dependencies.database, address.id) : address.id;
  const deed = { action: 'hot add', target: id ?? address.id, reason: why };
  await actAsOperator(dependencies, session, deed, async (transaction) => {
    const outcome = id === undefined ? 'missing' : await promotePost(transaction, id);
    if (outcome === 'missing') throw new ProblemError('resource.missing');
    return outcome === 'done';
  });
}

/**
 * Takes a post out of the popular list.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, and what {@link actAsOperator} refuses.
 */
export async function removeHot(
  dependencies: CampusDependencies,
  session: Session,
  postId: string,
  reason: string,
): Promise<void> {
  const deed = { action: 'hot remove', target: postId, reason: readReason(reason, false) };
  await actAsOperator(dependencies, session, deed, async (transaction) => {
    if (!(await demotePost(transaction, postId))) throw new ProblemError('resource.missing');
  });
}

function isSame(there: BoardRow, texts: Partial<BuildingTexts>): boolean {
  return (['name', 'category', 'info'] as const).every(
    (field) => texts[field] === undefined || texts[field] === there[field],
  );
}
