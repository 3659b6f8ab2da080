import { randomInt } from 'node:crypto';
import { MAILED_CODE_DIGITS } from '@madang/contract/accounts/rules';
import type { Transaction } from '../../platform/database/database.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { setCodeHash } from './mailed-codes.queries.ts';

// A million codes are tried within a second, so a code alone opens nothing: it counts for the browser that asked for the mail,
// whose secret lies in no table, and its hash is keyed.

/** Makes the code of a mail that goes out now; null where it carries its link alone. */
export async function makeCode(
  transaction: Transaction,
  keys: InstallationKeys,
  tokenId: string,
): Promise<string | null> {
  const code = String(randomInt(10 ** MAILED_CODE_DIGITS)).padStart(MAILED_CODE_DIGITS, '0');
  return (await setCodeHash(transaction, tokenId, keys.mac('mailedCode', codeText(tokenId, code))))
    ? code
    : null;
}

/** What the stored hash of a code is made of. */
export const codeText = (tokenId: string, code: string) => `mailed code ${tokenId} ${code}`;
