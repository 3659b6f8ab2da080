import type { PasskeyStart } from '@madang/contract/moderation/staff-schema';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { recordAuditEntry } from '../../audit.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';

/** Relying party; a passkey is bound to its host. */
interface PasskeySite {
  name: string;
  origins: readonly string[];
}

export interface PasskeysDependencies {
  database: Database;
  passkeySite: PasskeySite | null;
}

/** WebAuthn response; the library validates it. */
type Answer = Readonly<Record<string, unknown>>;

/** Imported on first use, since it is large. */
const library = () => import('@simplewebauthn/server');

const hostsOf = ({ origins }: PasskeySite) => origins.map((origin) => new URL(origin).hostname);

/** Returns a confirmation's passkey step: none, use, or create [MO-19]. */
export async function startPasskey(
  { database, passkeySite }: PasskeysDependencies,
  session: Session,
): Promise<PasskeyStart> {
  if (!passkeySite) return { step: 'none', options: null };
  const passkey = await findPasskey(database, session.userId);
  const options = passkey
    ? await optionsToUse(passkeySite, passkey)
    : await optionsToMake(passkeySite, session);
  await setChallenge(database, session.id, options.challenge);
  return { step: passkey ? 'use' : 'make', options: { ...options } };
}

/**
 * Returns options to replace the recently used passkey.
 *
 * @throws {ProblemError} `route.unknown` if no role needs one.
 */
export async function startAnother(
  { database, passkeySite }: PasskeysDependencies,
  session: Session,
): Promise<PasskeyStart> {
  if (!passkeySite) throw new ProblemError('route.unknown');
  const options = await optionsToMake(passkeySite, session);
  await setChallenge(database, session.id, options.challenge);
  return { step: 'make', options: { ...options } };
}

/**
 * Verifies a passkey, or creates the first one with an audit entry. Lock the user first.
 *
 * @throws {ProblemError} `passkey.refused`.
 */
export async function confirmByPasskey(
  dependencies: PasskeysDependencies,
  transaction: Transaction,
  session: Session,
  answer: Answer | null,
): Promise<void> {
  const { passkeySite } = dependencies;
  if (!passkeySite) return;
  const passkey = await findPasskey(transaction, session.userId);
  if (passkey) await requireSignature(passkeySite, transaction, { session, passkey, answer });
  else await register(passkeySite, transaction, { session, answer });
  await transaction.change('UPDATE sessions SET passkey_at = now() WHERE id = $1', [session.id]);
}

/**
 * Replaces the passkey, after recent use of the old one.
 *
 * @throws {ProblemError} `route.unknown`, `passkey.refused`, `confirmation.required`.
 */
export async function replacePasskey(
  dependencies: PasskeysDependencies,
  session: Session,
  answer: Answer,
): Promise<void> {
  const { passkeySite } = dependencies;
  if (!passkeySite) throw new ProblemError('route.unknown');
  await dependencies.database.transaction(async (transaction) => {
    await requirePasskeyUsed(transaction, session.id);
    await register(passkeySite, transaction, { session, answer });
  });
}

/**
 * Rejects a session without recent passkey use.
 *
 * @throws {ProblemError} `confirmation.required`.
 */
export async function requirePasskeyUsed(executor: Executor, sessionId: string): Promise<void> {
  if (!(await isPasskeyUsed(executor, sessionId))) throw new ProblemError('confirmation.required');
}

async function optionsToMake(site: PasskeySite, { userId }: Session) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: hostsOf(site)[0] ?? '',
    // Visible in the browser's dialog, hence no address.
    userName: site.name,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

async function optionsToUse(site: PasskeySite, passkey: PasskeyRow) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: hostsOf(site)[0] ?? '',
    allowCredentials: [{ id: passkey.credential_id }],
    userVerification: 'required',
  });
}

async function requireSignature(
  site: PasskeySite,
  transaction: Transaction,
  { session, passkey, answer }: { session: Session; passkey: PasskeyRow; answer: Answer | null },
): Promise<void> {
  const { verifyAuthenticationResponse } = await library();
  const result = await verify(transaction, session, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: [...site.origins],
      expectedRPID: hostsOf(site),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  await transaction.change('UPDATE passkeys SET counter = $2 WHERE user_id = $1', [
    session.userId,
    result.authenticationInfo.newCounter,
  ]);
}

async function register(
  site: PasskeySite,
  transaction: Transaction,
  { session, answer }: { session: Session; answer: Answer | null },
): Promise<void> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verify(transaction, session, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: [...site.origins],
      expectedRPID: hostsOf(site),
    }),
  );
  if (!registrationInfo) throw new ProblemError('passkey.refused');
  const { id, publicKey, counter } = registrationInfo.credential;
  await putPasskey(transaction, {
    user_id: session.userId,
    credential_id: id,
    public_key: publicKey,
    counter,
  });
  await recordAuditEntry(transaction, {
    actor: session.userId,
    action: 'passkey set',
    target: session.userId,
    reason: null,
  });
}

/** Maps all errors of the library to `passkey.refused`. */
async function verify<Result extends { verified: boolean }>(
  transaction: Transaction,
  session: Session,
  work: (challenge: string) => Promise<Result>,
): Promise<Result> {
  const challenge = await takeChallenge(transaction, session.id);
  const result = challenge === null ? null : await work(challenge).catch(() => null);
  if (!result?.verified) throw new ProblemError('passkey.refused');
  return result;
}

interface PasskeyRow {
  user_id: string;
  credential_id: string;
  public_key: Uint8Array;
  counter: number;
}

const CHALLENGE_MINUTES = 5;
/** Minutes for which a used passkey unlocks a role. */
const USED_MINUTES = 15;

function findPasskey(executor: Executor, userId: string): Promise<PasskeyRow | undefined> {
  return executor.first<PasskeyRow>(
    'SELECT user_id, credential_id, public_key, counter::float8 AS counter FROM passkeys WHERE user_id = $1',
    [userId],
  );
}

async function putPasskey(transaction: Transaction, passkey: PasskeyRow): Promise<void> {
  await transaction.change(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE
        SET credential_id = EXCLUDED.credential_id, public_key = EXCLUDED.public_key, counter = EXCLUDED.counter,
            created_at = now()`,
    [passkey.user_id, passkey.credential_id, Buffer.from(passkey.public_key), passkey.counter],
  );
}

/** Deletes the user's passkey; false if there is none. */
export async function deletePasskey(transaction: Transaction, userId: string): Promise<boolean> {
  return (await transaction.change('DELETE FROM passkeys WHERE user_id = $1', [userId])) === 1;
}

/** Clears recent passkey use in all sessions of the user. */
export async function endPasskeyUse(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change('UPDATE sessions SET passkey_at = NULL, challenge = NULL WHERE user_id = $1', [
    userId,
  ]);
}

async function setChallenge(executor: Executor, sessionId: string, challenge: string): Promise<void> {
  await executor.change('UPDATE sessions SET challenge = $2, challenge_at = now() WHERE id = $1', [
    sessionId,
    challenge,
  ]);
}

/** Takes the session's single-use challenge, valid for {@link CHALLENGE_MINUTES}. */
async function takeChallenge(transaction: Transaction, sessionId: string): Promise<string | null> {
  const row = await transaction.first<{ challenge: string | null }>(
    `SELECT challenge FROM sessions
      WHERE id = $1 AND challenge_at > now() - interval '${CHALLENGE_MINUTES} minutes' FOR UPDATE`,
    [sessionId],
  );
  await transaction.change('UPDATE sessions SET challenge = NULL WHERE id = $1', [sessionId]);
  return row?.challenge ?? null;
}

async function isPasskeyUsed(executor: Executor, sessionId: string): Promise<boolean> {
  const row = await executor.first(
    `SELECT id FROM sessions WHERE id = $1 AND passkey_at > now() - interval '${USED_MINUTES} minutes'`,
    [sessionId],
  );
  return row !== undefined;
}
