import type { Campus } from '@madang/campus/campus';
import { Mistakes, writeTable } from '@madang/campus/table';
import * as tables from '@madang/campus/parse-places';
import { buildingIdProblem } from '@madang/contract/campus/rules';
import { type Crowd, CROWDS, periodsWithin, readCode, SPOT_MAX } from '@madang/contract/places/crowd';
import type { FieldCode } from '@madang/contract/errors';
import { parseMeals } from '@madang/contract/places/parse-meals';
import { isMealDay, mondayOf, type Offer } from '@madang/contract/places/meals';
import { HIDE_AT, readFloodRules, REPORT_REASONS } from '@madang/contract/moderation/rules';
import { parsePostAddress } from '@madang/contract/moderation/rights-rules';
import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { countCodePoints, normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import {
  isSameEntry,
  type CodeRow,
  deleteAmenities,
  deleteAmenityReports,
  deleteHours,
  insertCode,
  listAmenities,
  listCodes,
  listHours,
  lockAmenity,
  lockBuildingIds,
  makeCode,
  periodsOf,
  plantUsual,
  publishWeek,
  putAmenities,
  putHours,
  replaceCode,
  type SaidAmenity,
  setMuted,
} from '../places/index.ts';
import {
  type BoardRow,
  type BuildingTexts,
  findBoard,
  type GivenTexts,
  insertBuilding,
  lockBuilding,
  readBuildingTexts,
} from '../campus/index.ts';
import {
  changeBuilding,
  demotePost,
  findHotPost,
  type HotRow,
  pictureAddress,
  promotePost,
  removeBuilding,
} from '../posts/index.ts';
import type { ActionNeeds, ActionTarget, OperatorAction } from './operator-actions.ts';

/** Adds a building, also one removed before; rejects with `identifier.taken`. */
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

export const buildingRemove: OperatorAction<ActionTarget> = {
  name: 'building remove',
  async work(transaction, { id }) {
    const posts = await removeBuilding(transaction, id);
    if (posts) throw new ProblemError('building.used');
    return posts === null ? 'missing' : 'done';
  },
};

/** Adds a post to the popular list; keeps an existing position. */
export const hotAdd: OperatorAction<ActionTarget> = {
  name: 'hot add',
  read: readPost,
  work: (transaction, { id }) => promotePost(transaction, id),
};

export const hotRemove: OperatorAction<ActionTarget> = {
  name: 'hot remove',
  read: readPost,
  work: async (transaction, { id }) => ((await demotePost(transaction, id)) ? 'done' : 'missing'),
};

/** Resolves a post from its id or address. @throws {ProblemError} `input.invalid`, `resource.missing`. */
async function readPost(
  { id: given }: ActionTarget,
  { database, isOwnHost }: ActionNeeds,
): Promise<ActionTarget> {
  const address = parsePostAddress(given, isOwnHost);
  if (typeof address === 'string')
    throw new ProblemError('input.invalid', { fields: [{ field: 'post', code: address }] });
  // The post of an entry never changes.
  const id = address.kind === 'hot' ? await findHotPost(database, address.id) : address.id;
  if (id === undefined) throw new ProblemError('resource.missing');
  return { id };
}

/** @throws {ProblemError} `input.invalid`, including problems of other fields in the same form. */
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

/** Operator input for a row; missing fields stay unchanged. */
type Given<Row> = ActionTarget & { [Column in keyof Row]?: string | null | undefined };
type Read<Row> = ActionTarget & Partial<Row>;

/** Adds or changes an amenity. Given days become the operator's. */
export const amenityPut: OperatorAction<Given<tables.CampusAmenity>, Read<tables.CampusAmenity>> = {
  name: 'amenity put',
  read: ({ id, ...given }) => ({ ...readCells(tables.AMENITY_COLUMNS, given), id }),
  async work(transaction, input, { campus: { settings } }) {
    const buildings = await lockBuildingIds(transaction);
    const there = await lockAmenity(transaction, input.id);
    const given = { ...emptyRow(tables.AMENITY_COLUMNS), ...there?.now, ...input };
    const others = (await listAmenities(transaction)).filter(({ id }) => id !== given.id);
    const table = writeTable(tables.AMENITY_COLUMNS, [...others, given]);
    const now = readLast(given, table, (text, mistakes) =>
      tables.parseAmenities(text, settings.searchTerms, { file: '', buildings, mistakes }),
    );
    const isOperators = input.confirmed !== undefined || input.gone !== undefined;
    const before = isOperators || !there ? null : there.before;
    if (there && isSameEntry(now, there.now) && before === there.before) return 'same';
    // Keeps the last imported values, for later imports' own changes.
    await putAmenities(transaction, [{ now, imported: there?.imported ?? now, before }]);
    return 'done';
  },
};

export const amenityRemove: OperatorAction<ActionTarget> = {
  name: 'amenity remove',
  work: async (transaction, { id }) => ((await deleteAmenities(transaction, [id])) ? 'done' : 'missing'),
};

export const amenityUndo: OperatorAction<ActionTarget> = {
  name: 'amenity undo',
  async work(transaction, { id }) {
    const there = await lockAmenity(transaction, id);
    if (!there) return 'missing';
    const { before, now } = there;
    if (before) await putAmenities(transaction, [{ ...there, now: { ...now, ...before }, before: null }]);
    const voices = await deleteAmenityReports(transaction, id);
    return before || voices > 0 ? 'done' : 'same';
  },
};

/** The target is a building; an empty `from` means always. */
const ofHours = {
  detail: ({ from }: Read<tables.CampusHours>) => from || 'always',
  read: ({ id, ...given }: Given<tables.CampusHours>) => ({
    ...readCells(tables.HOURS_COLUMNS, { ...given, from: given.from ?? '' }),
    id,
    building: id,
  }),
};

/** Sets when a building is open: always, or between two days. */
export const hoursPut: OperatorAction<Given<tables.CampusHours>, Read<tables.CampusHours>> = {
  ...ofHours,
  name: 'hours put',
  async work(transaction, { id, ...input }) {
    // Concurrent changes could store overlapping days.
    if (!(await lockBuilding(transaction, id))) return 'missing';
    const all = await listHours(transaction);
    const there = all.find(({ building, from }) => building === id && from === input.from);
    const given = { ...emptyRow(tables.HOURS_COLUMNS), ...there, ...input };
    const table = writeTable(tables.HOURS_COLUMNS, [...all.filter((row) => row !== there), given]);
    const now = readLast(given, table, (text, mistakes) =>
      tables.parseOpeningHours(text, { file: '', buildings: null, mistakes }),
    );
    if (there && isSameEntry(now, there)) return 'same';
    await putHours(transaction, [now]);
    return 'done';
  },
};

/** Deletes a building's hours from a day, or the permanent ones. */
export const hoursRemove: OperatorAction<Given<tables.CampusHours>, Read<tables.CampusHours>> = {
  ...ofHours,
  name: 'hours remove',
  work: async (transaction, { id, from = '' }) =>
    (await deleteHours(transaction, id, from)) ? 'done' : 'missing',
};

const emptyRow = <Column extends string>(columns: readonly Column[]): Record<Column, string> =>
  Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>;

/** Normalizes values to one line without tabs. */
function readCells<Column extends string>(
  columns: readonly Column[],
  given: { [Name in Column]?: string | null | undefined },
): { [Name in Column]?: string } {
  const cells: { [Name in Column]?: string } = {};
  for (const column of columns) {
    const text = given[column];
    if (typeof text === 'string') cells[column] = normalizeText(text).replaceAll(/\s+/g, ' ').trim();
  }
  return cells;
}

/** Returns the last row as a file would give it; rejects it with the first mistake. */
function readLast<Row extends Readonly<Record<string, string>>>(
  row: Row,
  table: string,
  parse: (table: string, mistakes: Mistakes) => Row[] | null,
): Row {
  const mistakes = new Mistakes();
  const rows = parse(table, mistakes);
  // Ignores mistakes of other rows. The row limit has no line.
  const last = table.split('\n').length - 1;
  const found = mistakes.found.filter(({ line = last }) => line === last);
  const codeOf = (field: string): FieldCode => (row[field] === '' ? 'required' : 'invalid');
  const fields = found.map(({ field = 'row' }) => ({ field, code: codeOf(field) }));
  if (fields.length > 0) throw new ProblemError('input.invalid', { fields, cause: found[0] });
  return rows?.at(-1) ?? row;
}

/** A code as given: the target is its building. */
interface CodesGiven extends ActionTarget {
  amenity?: string | null | undefined;
  spot?: string | undefined;
}
interface CodesRead extends ActionTarget {
  building: string;
  amenity: string | null;
  spot: string;
}

/** Adds a code for a building, a spot, or an amenity [PL-11]. */
export const codesAdd: OperatorAction<CodesGiven, CodesRead> = {
  name: 'codes add',
  detail: ({ building, amenity }) => [building, amenity].filter(Boolean).join(' '),
  read({ id: building, amenity = null, spot: given = '' }) {
    const spot = normalizeText(given).replaceAll(/\s+/g, ' ').trim();
    refuseFields({ spot: countCodePoints(spot) > SPOT_MAX ? 'tooLong' : null });
    return { id: makeCode(), building, amenity, spot };
  },
  async work(transaction, { id: code, building: buildingId, amenity: amenityId, spot }) {
    if (!(await lockBuilding(transaction, buildingId))) return 'missing';
    const named = amenityId === null ? '' : await nameAmenity(transaction, buildingId, amenityId);
    refuseFields({ amenity: named === null ? 'unknown' : null });
    await insertCode(transaction, { code, buildingId, amenityId, spot: spot || (named ?? '') });
    return 'done';
  },
};

/** Replaces a code; the old sign no longer accepts reports [PL-11]. */
export const codesReplace: OperatorAction<ActionTarget, ActionTarget & { next: string }> = {
  name: 'codes replace',
  needsReason: true,
  detail: ({ next }) => `by ${next}`,
  read: ({ id }) => ({ id: readCode(id) ?? id, next: makeCode() }),
  async work(transaction, { id, next }) {
    if (await replaceCode(transaction, id, next)) return 'done';
    const codes = await listCodes(transaction);
    return codes.some(({ code }) => code === id) ? 'same' : 'missing';
  },
};

async function nameAmenity(transaction: Transaction, building: string, id: string): Promise<string | null> {
  const amenity = (await lockAmenity(transaction, id))?.now;
  if (amenity?.building !== building) return null;
  const { floor, kind, spot } = amenity;
  return [...`${floor}층 ${kind} ${spot}`.trim()].slice(0, SPOT_MAX).join('');
}

interface MealsGiven extends ActionTarget {
  monday: string;
  text: string;
  source: string;
}
interface MealsRead extends ActionTarget {
  monday: string;
  offers: (Offer & { source: string })[];
}

/** Replaces a week of meals of a cafeteria, the target [ML-01]. */
export const mealsPublish: OperatorAction<MealsGiven, MealsRead> = {
  name: 'meals publish',
  detail: ({ monday }) => monday,
  read({ id, monday, text, source: said }) {
    const isMonday = isMealDay(monday) && mondayOf(monday) === monday;
    refuseFields({ monday: isMonday ? null : 'invalid' });
    const { offers, mistakes } = parseMeals(normalizeText(text), monday);
    const [first] = mistakes;
    const code =
      first && (first.code === 'tooLong' ? 'tooLong' : first.code === 'empty' ? 'required' : 'invalid');
    const source = normalizeText(said).replaceAll(/\s+/g, ' ').trim();
    refuseFields({ text: code ?? null, source: source.length > 80 ? 'tooLong' : null });
    return { id, monday, offers: offers.map(({ line: _, ...offer }) => ({ ...offer, source })) };
  },
  async work(transaction, { id, monday, offers }, { campus }) {
    const { timeZone } = campus.settings;
    const counts = await publishWeek(transaction, { amenityId: id, monday, timeZone }, offers);
    if (!counts) return 'missing';
    return counts.added + counts.changed + counts.removed > 0 ? 'done' : 'same';
  },
};

/** Disables or enables a place's crowd reports, hiding existing ones [PL-04]. */
const muting = (name: string, muted: boolean): OperatorAction<ActionTarget> => ({
  name,
  async work(transaction, { id }) {
    if ((await lockBuilding(transaction, id))?.kind !== 'building') return 'missing';
    return (await setMuted(transaction, id, muted)) ? 'done' : 'same';
  },
});

export const crowdReportsMute = muting('voices mute', true);
export const crowdReportsUnmute = muting('voices unmute', false);

interface Planting extends ActionTarget {
  crowd: Crowd | null;
  hours: string;
  periods: { weekday: number; period: number }[];
}

/** Sets a place's usual crowd until ten reports; `none` clears it [PL-06]. */
export const crowdReportsPlant: OperatorAction<ActionTarget & { crowd: string; hours: string }, Planting> = {
  name: 'voices plant',
  detail: ({ hours, crowd }) => `${hours} ${crowd ?? 'none'}`,
  read({ id, crowd: said, hours }, { campus }) {
    const crowd = CROWDS.find((one) => one === said) ?? null;
    const periods = periodsWithin(hours, periodsOf(campus)) ?? [];
    refuseFields({
      crowd: crowd || said === 'none' ? null : 'invalid',
      hours: periods.length > 0 ? null : 'invalid',
    });
    return { id, crowd, hours, periods };
  },
  async work(transaction, { id, crowd, periods }) {
    if ((await lockBuilding(transaction, id))?.kind !== 'building') return 'missing';
    return (await plantUsual(transaction, id, crowd, periods)) > 0 ? 'done' : 'same';
  },
};

/** Returns the operator's view of this campus, apart from crowd reports. */
export function presentOperatedCampus(
  { settings: { moderation } }: Campus,
  buildings: readonly BoardRow[],
  hots: readonly HotRow[],
  boards: readonly BoardRow[],
  said: readonly SaidAmenity[],
  codes: readonly CodeRow[],
): Omit<OperatedCampus, 'mutes' | 'locked'> {
  const names = new Map(boards.map(({ id, name }) => [id, name]));
  const { firstDayPosts, firstDayReplies, repeatMinutes, repeatLetters } = readFloodRules(moderation?.floods);
  return {
    buildings: buildings.map(({ kind: _, ...building }) => building),
    hots: hots.map((row) => ({
      postId: row.post_id,
      title: row.title,
      board: names.get(row.building_id) ?? '',
      likeCount: row.like_count,
      promotedAt: row.promoted_at.toISOString(),
    })),
    said: said.map(({ now: { id }, uploadIds, ...row }) => ({
      id,
      ...row,
      pictures: uploadIds.map((uploadId) => pictureAddress(uploadId, 'large.webp')),
    })),
    codes: codes
      .filter(({ replacedBy }) => replacedBy === null)
      .map(({ code, buildingId, spot, createdAt }) => ({
        code,
        buildingId,
        spot,
        createdAt: createdAt.toISOString(),
      })),
    moderation: {
      hideAt: moderation?.hideAt ?? HIDE_AT,
      openedOn: moderation?.openedOn ?? null,
      firstDayPosts,
      firstDayReplies,
      repeatMinutes,
      repeatLetters,
      texts: ([...REPORT_REASONS, 'restored'] as const).flatMap((reason) => {
        const text = moderation?.texts?.[reason];
        return text === undefined ? [] : [{ reason, text }];
      }),
    },
  };
}
