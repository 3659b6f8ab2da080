import { readCode, SPOT_MAX } from '@madang/contract/codes/rules';
import { countCodePoints, normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { refuseFields } from '../../platform/http/problem.ts';
import { lockAmenity } from '../amenities/index.ts';
import { lockBuilding } from '../campus/index.ts';
import { insertCode, listCodes, makeCode, replaceCode } from '../codes/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

/** A code as it is given: the target is its building. */
interface Given extends ActionTarget {
  amenity?: string | null | undefined;
  spot?: string | undefined;
}
/** As it is stored: the target is the code itself. */
interface Read extends ActionTarget {
  building: string;
  amenity: string | null;
  spot: string;
}

/** A new code for a building, a spot in it, or one of its amenities [PL-11]. */
export const codesAdd: OperatorAction<Given, Read> = {
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

/** Puts a new code in the place of one, whose sign takes nothing from then on [PL-11]. */
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

/** Where an amenity of a building is, in the words of its sign; null where the building has no such. */
async function nameAmenity(transaction: Transaction, building: string, id: string): Promise<string | null> {
  const amenity = (await lockAmenity(transaction, id))?.now;
  if (amenity?.building !== building) return null;
  const { floor, kind, spot } = amenity;
  return [...`${floor}층 ${kind} ${spot}`.trim()].slice(0, SPOT_MAX).join('');
}
