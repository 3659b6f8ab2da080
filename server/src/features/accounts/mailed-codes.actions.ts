import { MAILED_CODE_TRIES, passwordProblem } from '@madang/contract/accounts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { hashSecret, type Session } from '../../platform/sessions/sessions.ts';
import { confirmReset, confirmVerification } from './accounts.actions.ts';
import type { UserRow } from './accounts.queries.ts';
import type { AccountsDependencies } from './mail.actions.ts';
import { findHolder, takeTry } from './mailed-codes.queries.ts';
import { codeText } from './mailed-codes.ts';

/**
 * Confirms the address by the code of the mail, in the session that asked for it [PH-14].
 *
 * @throws {ProblemError} `mailedCode.wrong`, `mailedCode.spent`, `token.spent`.
 */
export async function confirmVerificationByCode(
  dependencies: AccountsDependencies,
  session: Session,
  code: string,
): Promise<UserRow> {
  const { database, keys } = dependencies;
  const link = await tryCode(database, keys, await findHolder(database, session), code);
  return confirmVerification(dependencies, session, link);
}

/**
 * Sets a new password by the code of the mail, in the browser that asked for it [PH-14]. Answers which account it is.
 *
 * @param asked what {@link requestReset} gave it.
 * @throws {ProblemError} `input.invalid`, `mailedCode.wrong`, `mailedCode.spent`, `token.spent`.
 */
export async function confirmResetByCode(
  dependencies: AccountsDependencies,
  client: string,
  asked: string | undefined,
  { code, password }: { code: string; password: string },
): Promise<string> {
  // A password that is refused uses no try up, and a wrong code costs no hash.
  refuseFields({ password: passwordProblem(password) });
  const holder = asked === undefined ? undefined : hashSecret(asked);
  const link = await tryCode(dependencies.database, dependencies.keys, holder, code);
  return confirmReset(dependencies, client, { link, password });
}

/**
 * Tries a code. The try is counted and stays counted before anything is said of it, and an address without an account
 * answers as one that has one.
 *
 * @param holder what the browser that asks holds; undefined where that is nothing.
 * @returns the hash of the link that the code stands for, which may be used or over.
 * @throws {ProblemError} `mailedCode.wrong`; `mailedCode.spent` where no try is left, or nothing can be tried.
 */
async function tryCode(
  executor: Executor,
  keys: InstallationKeys,
  holder: Buffer | undefined,
  code: string,
): Promise<Buffer> {
  const row = holder && (await takeTry(executor, holder));
  if (!row) throw new ProblemError('mailedCode.spent');
  const right = keys.proves('mailedCode', codeText(row.token_id ?? '', code), row.hash ?? Buffer.alloc(32));
  if (right && row.link_hash) return row.link_hash;
  throw new ProblemError(row.tries < MAILED_CODE_TRIES ? 'mailedCode.wrong' : 'mailedCode.spent');
}
