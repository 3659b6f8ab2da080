import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import { emailProblem, nameProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { FieldCode } from '@madang/contract/errors';
import {
  OPEN_REQUESTS,
  REQUESTS_A_DAY,
  type RightsGround,
  parsePostAddress,
  rightsReasonProblem,
} from '@madang/contract/moderation/rights-rules';
import { normalizeForm, normalizeText } from '@madang/contract/text/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { hashSecret } from '../../platform/sessions/sessions.ts';
import { foldMailbox } from '../accounts/index.ts';
import { mailComplainant } from './rights.mails.ts';
import {
  countBeside,
  countWaitingWith,
  lockComplainant,
  lockConfirmations,
} from './rights-counts.queries.ts';
import { insertRequest, lockWritten, markConfirmed } from './rights.queries.ts';
import { presentTransparency } from './transparency.present.ts';
import { countCases, countRequests } from './transparency.queries.ts';

/**
 * Mounts the form for people whose rights are hurt [MO-12], and what everybody may know of what moderation does [MO-13]. Who
 * is signed in makes no difference, and is noted nowhere.
 */
export function registerRights(router: Router, dependencies: RightsDependencies): void {
  const { campus, database } = dependencies;

  router.handle('POST /api/rights', ({ body, exchange }) =>
    writeRequest(dependencies, exchange.clientAddress, body),
  );

  router.handle('POST /api/rights/confirmation', ({ body }) => confirmRequest(dependencies, body.token));

  router.share('GET /api/transparency', async () => {
    const { timeZone } = campus.settings;
    const counts = presentTransparency(
      await countCases(database, timeZone),
      await countRequests(database, timeZone),
    );
    return { json: JSON.stringify(counts), tags: () => [] };
  });
}

/** Which job takes the steps of a request. */
export const RIGHTS_JOB = 'rightsRequest';

/** What the form works with. */
export interface RightsDependencies {
  database: Database;
  campus: Campus;
  outbox: Outbox;
  /** What hashes of where a request came from are made with. */
  keys: InstallationKeys;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

/** What somebody whose rights are hurt writes. */
interface WrittenRequest {
  name: string;
  email: string;
  address: string;
  reply: number | null;
  ground: RightsGround;
  reason: string;
}

/**
 * Takes a request, which counts once its mail is confirmed [MO-12]. What it names is not looked for: neither the answer nor
 * its time can tell whether there is such a post.
 *
 * @throws {ProblemError} `input.invalid`, `limit.reached`.
 */
async function writeRequest(
  dependencies: RightsDependencies,
  client: string,
  written: WrittenRequest,
): Promise<void> {
  const { database, campus, outbox, keys, isOwnHost } = dependencies;
  const address = parsePostAddress(written.address, isOwnHost);
  const reason = normalizeText(written.reason).trim();
  const problems: Record<string, FieldCode | null> = {
    name: nameProblem(written.name),
    email: emailProblem(written.email),
    address: typeof address === 'string' ? address : null,
    reason: rightsReasonProblem(reason),
  };
  refuseFields(problems);
  if (typeof address === 'string') return;
  const email = normalizeEmail(written.email);
  const clientHash = keys.mac('client', `client ${client}`);
  const mailbox = foldMailbox(email, campus.settings);
  await database.transaction(async (transaction) => {
    await lockComplainant(transaction, mailbox);
    const id = await insertRequest(transaction, {
      name: normalizeForm(written.name, 'NFC').trim(),
      email,
      mailbox,
      address,
      reply: written.reply,
      ground: written.ground,
      reason,
      clientHash,
    });
    const { count, seconds } = await countWaitingWith(transaction, id);
    if (count > OPEN_REQUESTS) throw new ProblemError('limit.reached', { retryAfter: seconds });
    await mailComplainant({ outbox }, transaction, { id, email }, 'rights.confirm');
  });
}

/**
 * Confirms a request by the secret of its mail. Only here, where somebody has shown that the mailbox is theirs, is anything
 * said about other requests of it. What the request names is still not looked at: a job does that.
 *
 * @throws {ProblemError} `token.spent`, `rights.again`, `rights.full`.
 */
async function confirmRequest({ database }: RightsDependencies, token: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockConfirmations(transaction);
    const request = await lockWritten(transaction, hashSecret(token));
    if (!request) throw new ProblemError('token.spent');
    const beside = await countBeside(transaction, request);
    if (beside.same > 0) throw new ProblemError('rights.again');
    if (beside.open >= OPEN_REQUESTS) throw new ProblemError('rights.full');
    const byPeople = beside.day >= REQUESTS_A_DAY || beside.here >= OPEN_REQUESTS;
    await markConfirmed(transaction, request.id, byPeople);
    await addJob(transaction, { kind: RIGHTS_JOB, key: request.id, data: { id: request.id } });
  });
}
