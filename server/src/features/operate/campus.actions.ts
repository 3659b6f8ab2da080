import type { Campus } from '@madang/campus/campus';
import { buildingIdProblem } from '@madang/contract/campus/building-rules';
import type { FieldCode } from '@madang/contract/errors';
import { parsePostAddress } from '@madang/contract/moderation/rights-rules';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import {
  findBoard,
  insertBuilding,
  lockBuilding,
  readBuildingTexts,
  type BoardRow,
  type BuildingTexts,
  type GivenTexts,
} from '../campus/index.ts';
import { changeBuilding, demotePost, findHotPost, promotePost, removeBuilding } from '../posts/index.ts';
import type { ActionNeeds, ActionTarget, OperatorAction } from './operator-actions.ts';

/** Adds a building, or one that was removed before. Refuses with `identifier.taken`. */
export const buildingAdd: OperatorAction<BuildingTexts & ActionTarget> = {
  name: 'building add',
  read({ id: given, ...texts }, { campus }) {
    const id = given.trim();
    return { id, ...texts, ...readTexts(campus, texts, { id: buildingIdProblem(id) }) };
  },
  async work(transaction, building) {
    if (await insertBuilding(transaction, building)) return 'done';
    const there = await findBoard(transaction, building.id);
    if (there?.kind === 'building' && isSame(there, building)) return 'same';
    throw new ProblemError('identifier.taken');
  },
};

/** Changes what is given of a building and leaves the rest. */
export const buildingEdit: OperatorAction<GivenTexts & ActionTarget, Partial<BuildingTexts> & ActionTarget> =
  {
    name: 'building edit',
    read({ id, ...given }, { campus }) {
      const texts = readTexts(campus, given);
      if (Object.keys(texts).length === 0) refuseFields({ name: 'required' });
      return { id, ...texts };
    },
    async work(transaction, { id, ...texts }) {
      const there = await lockBuilding(transaction, id);
      if (there && isSame(there, texts)) return 'same';
      return there && (await changeBuilding(transaction, id, texts)) ? 'done' : 'missing';
    },
  };

/** Takes out a building without posts. Refuses with `building.used`. */
export const buildingRemove: OperatorAction<ActionTarget> = {
  name: 'building remove',
  async work(transaction, { id }) {
    const posts = await removeBuilding(transaction, id);
    if (posts) throw new ProblemError('building.used');
    return posts === null ? 'missing' : 'done';
  },
};

/** Puts a post into the popular list as the newest; what is there stays where it is. */
export const hotAdd: OperatorAction<ActionTarget> = {
  name: 'hot add',
  read: readPost,
  work: (transaction, { id }) => promotePost(transaction, id),
};

/** Takes a post out of the popular list. */
export const hotRemove: OperatorAction<ActionTarget> = {
  name: 'hot remove',
  read: readPost,
  work: async (transaction, { id }) => ((await demotePost(transaction, id)) ? 'done' : 'missing'),
};

/** A post by its id or any address of it. @throws {ProblemError} `input.invalid`, `resource.missing`. */
async function readPost(
  { id: given }: ActionTarget,
  { database, isOwnHost }: ActionNeeds,
): Promise<ActionTarget> {
  const address = parsePostAddress(given, isOwnHost);
  if (typeof address === 'string')
    throw new ProblemError('input.invalid', { fields: [{ field: 'post', code: address }] });
  // Which post an entry is about never changes.
  const id = address.kind === 'hot' ? await findHotPost(database, address.id) : address.id;
  if (id === undefined) throw new ProblemError('resource.missing');
  return { id };
}

/** @throws {ProblemError} `input.invalid`, for others of the same form too. */
function readTexts(
  campus: Campus,
  given: GivenTexts,
  others: Readonly<Record<string, FieldCode | null>> = {},
): Partial<BuildingTexts> {
  const { texts, problems } = readBuildingTexts(campus, given);
  refuseFields({ ...others, ...problems });
  return texts;
}

function isSame(there: BoardRow, texts: Partial<BuildingTexts>): boolean {
  return (['name', 'category', 'info', 'seats'] as const).every(
    (field) => texts[field] === undefined || texts[field] === there[field],
  );
}
