import { readCode, type CodeVoice } from '@madang/contract/codes/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import * as amenities from '../amenities/index.ts';
import * as places from '../voices/index.ts';
import { findCode, holdCode, type CodeRow } from './codes.queries.ts';

/** What codes work with: what voices and amenities do. */
export type CodesDependencies = amenities.VoicesDependencies & places.VoicesDependencies;

interface Counted {
  /** False where it stands in the place of what was said before. */
  counted: boolean;
}

/**
 * Takes a voice about the place of a code [PL-11], by the rules of every voice.
 *
 * @throws {ProblemError} `code.replaced`, and what `sayVoiceIn` refuses.
 */
export function sayByCode(
  dependencies: CodesDependencies,
  userId: string,
  { code, voice }: { code: string; voice: CodeVoice },
): Promise<Counted> {
  return dependencies.database.transaction(async (transaction) => {
    // Not held: a lock would leave the number of this transaction on the spot.
    const { buildingId } = await requireCode(transaction, code, findCode);
    const said = voice === 'quiet' ? { quiet: true } : { crowd: voice };
    const given = { buildingId, byCode: true, ...said };
    return { counted: await places.sayVoiceIn(transaction, dependencies, userId, given) };
  });
}

/**
 * Says that the amenity of a code is still there [PL-11].
 *
 * @throws {ProblemError} `code.replaced`, and what the voice about an amenity refuses.
 */
export function confirmByCode(
  dependencies: CodesDependencies,
  userId: string,
  code: string,
): Promise<Counted> {
  return dependencies.database.transaction(async (transaction) => {
    const { amenityId } = await requireCode(transaction, code);
    if (amenityId === null) throw new ProblemError('resource.missing');
    const { counted } = await amenities.sayVoiceIn(transaction, dependencies, userId, amenityId, {
      there: true,
    });
    return { counted };
  });
}

/** A code that hangs; until the commit where it is held. @throws {ProblemError} `resource.missing`, `code.replaced`. */
async function requireCode(
  transaction: Transaction,
  given: string,
  find: (transaction: Transaction, code: string) => Promise<CodeRow | undefined> = holdCode,
): Promise<CodeRow> {
  const code = readCode(given);
  const row = code === null ? undefined : await find(transaction, code);
  if (!row) throw new ProblemError('resource.missing');
  if (row.replacedBy !== null) throw new ProblemError('code.replaced');
  return row;
}
