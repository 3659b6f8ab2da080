import type { CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campus } from '@madang/campus/campus';
import type { HeldRole, Me } from '@madang/contract/accounts/schema';
import type { Pin } from '@madang/contract/campus/schema';
import type { Executor } from '../../database/database.ts';
import type { KnownBrowserCookie, ResetCookie, SessionCookie } from '../../http/sessions.ts';
import type { RequestContext } from '../../http/request.ts';
import type { Router } from '../../http/router.ts';
import { hashSecret, type Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import {
  confirmReset,
  confirmResetByCode,
  confirmVerification,
  confirmVerificationByCode,
  giveConsents,
  openProfile,
  requestReset,
  requestVerification,
  signIn,
  signUp,
} from './accounts.ts';
import { findAccount, findUser, presentMe, type UserRow } from './account-rows.ts';
import { type AccountsDependencies, mailNotice } from './mails.ts';
import { type OwnDataDependencies, packOwnData } from './user-data.ts';
import {
  changeEmail,
  changeNickname,
  changePassword,
  type DeleteUserData,
  undoEmailChange,
  withdraw,
} from './profile.ts';
import { isTokenUsable } from './tokens.ts';

type FindRole = (executor: Executor, userId: string) => Promise<HeldRole | null>;

type FindBlocked = (executor: Executor, userId: string) => Promise<string[]>;

type CountUnread = (executor: Executor, userId: string) => Promise<number>;

/** Returns the buildings pinned to the user's home screen; injected. */
type FindPins = (executor: Executor, userId: string) => Promise<Pin[]>;

interface Describing {
  database: Executor;
  campus: Campus;
  findRole?: FindRole | undefined;
  findBlocked?: FindBlocked | undefined;
  countUnread?: CountUnread | undefined;
  findPins?: FindPins | undefined;
}

type Described = CallOutput<Endpoints['GET /api/session']>;

/** Returns the answer of `GET /api/session`. */
export async function describeSession(dependencies: Describing, session: Session | null): Promise<Described> {
  const user = session && (await findUser(dependencies.database, session.userId));
  return user ? describeUser(dependencies, user) : { user: null };
}

async function describeUser(
  { database, campus, findRole, findBlocked, countUnread, findPins }: Describing,
  user: UserRow,
): Promise<Described> {
  const role = await findRole?.(database, user.id);
  const blocked = (await findBlocked?.(database, user.id)) ?? [];
  const unread = await countUnread?.(database, user.id);
  const pins = (await findPins?.(database, user.id)) ?? [];
  return {
    user: presentMe(user, campus),
    ...(role ? { role } : {}),
    ...(blocked.length > 0 ? { blocked } : {}),
    ...(unread === undefined ? {} : { unread }),
    ...(pins.length > 0 ? { pins } : {}),
  };
}

/** Minimum milliseconds of a reset request; hides whether an account exists. */
const RESET_TAKES = 250;

type Dependencies = AccountsDependencies &
  OwnDataDependencies & {
    deleteUserData: readonly DeleteUserData[];
    counter: Counter;
    findRole?: FindRole | undefined;
    findBlocked?: FindBlocked | undefined;
    countUnread?: CountUnread | undefined;
    findPins?: FindPins | undefined;
  };

interface BrowserDependencies {
  cookie: SessionCookie;
  knownBrowser: KnownBrowserCookie;
  resetCookie: ResetCookie;
  /** Resets the count of failed sign-ins of an address. */
  forgiveGuesses: (email: string) => Promise<void>;
}

/** Mounts sign-up, sessions, verification, reset and the own profile. */
export function registerAccounts(
  router: Router,
  dependencies: Dependencies,
  browser: BrowserDependencies,
): void {
  registerSessions(router, dependencies, browser);
  registerMailedLinks(router, dependencies, browser);
  registerProfile(router, dependencies, browser);
}

function registerSessions(
  router: Router,
  dependencies: Dependencies,
  { cookie, knownBrowser }: BrowserDependencies,
): void {
  const notify = (user: UserRow): { user: Me } => ({ user: presentMe(user, dependencies.campus) });

  router.handle('POST /api/accounts', async ({ body, session, request }) => {
    const { secret, user } = await signUp(dependencies, request.clientAddress, body);
    // Ends the browser's previous session, whichever user it belongs to [SF-04].
    if (session) await dependencies.sessions.end(session);
    cookie.set(request, secret);
    knownBrowser.give(request, user.id);
    return notify(user);
  });

  router.handle('GET /api/session', ({ session }) => describeSession(dependencies, session));

  router.handle('POST /api/session', async ({ body, session, request }) => {
    const begun = await signIn(dependencies, request.clientAddress, body);
    // Ends the browser's previous session, whichever user it belongs to [SF-04].
    if (session) await dependencies.sessions.end(session);
    if (!begun) {
      cookie.clear(request);
      return { user: null };
    }
    cookie.set(request, begun.secret);
    knownBrowser.give(request, begun.user.id);
    return describeUser(dependencies, begun.user);
  });

  router.handle('DELETE /api/session', async ({ session, request }) => {
    await dependencies.sessions.end(session);
    cookie.clear(request);
  });
}

function registerMailedLinks(
  router: Router,
  dependencies: Dependencies,
  { knownBrowser, resetCookie, forgiveGuesses }: BrowserDependencies,
): void {
  router.handle('POST /api/verification', ({ session }) => requestVerification(dependencies, session));

  const notify = (user: UserRow): { user: Me } => ({ user: presentMe(user, dependencies.campus) });

  router.handle('POST /api/verification/confirmation', async ({ session, body }) =>
    notify(await confirmVerification(dependencies, session, hashSecret(body.token))),
  );

  router.handle('POST /api/verification/code', async ({ session, body }) =>
    notify(await confirmVerificationByCode(dependencies, session, body.code)),
  );

  router.handle('POST /api/password-reset', async ({ body, request }) => {
    const [outcome] = await Promise.allSettled([requestReset(dependencies, body), sleep(RESET_TAKES)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    resetCookie.set(request, outcome.value);
  });

  router.handle('GET /api/password-reset', async ({ query: { token, purpose } }) => ({
    usable: await isTokenUsable(dependencies.database, purpose, hashSecret(token)),
  }));

  const letIn = async (request: RequestContext, accountId: string) => {
    resetCookie.clear(request);
    const account = await findAccount(dependencies.database, accountId);
    if (!account) return;
    // Mailbox access lifts the limit after failed guesses.
    await forgiveGuesses(account.email);
    knownBrowser.give(request, account.id);
  };

  router.handle('POST /api/password-reset/confirmation', async ({ body: { token, password }, request }) => {
    const input = { link: hashSecret(token), password };
    await letIn(request, await confirmReset(dependencies, request.clientAddress, input));
  });

  router.handle('POST /api/password-reset/code', async ({ body, request }) => {
    const asked = resetCookie.read(request);
    await letIn(request, await confirmResetByCode(dependencies, request.clientAddress, asked, body));
  });
}

function registerProfile(
  router: Router,
  dependencies: Dependencies,
  { cookie, knownBrowser }: BrowserDependencies,
): void {
  const { campus } = dependencies;
  const notify = (user: UserRow): { user: Me } => ({ user: presentMe(user, campus) });

  router.handle('GET /api/profile', async ({ session }) => notify(await openProfile(dependencies, session)));

  const fileName = `${campus.settings.product.latinName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data.zip`;
  router.stream('GET /api/profile/data', async ({ session, request }) => {
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    };
    // HEAD makes no archive: it would never be read and closed.
    if (request.method === 'HEAD') request.send(200, headers);
    else request.sendStream(headers, await packOwnData(dependencies, session));
  });

  router.handle('POST /api/profile/data/mail', ({ session }) =>
    dependencies.database.transaction((transaction) =>
      mailNotice(dependencies, transaction, session.userId, 'data'),
    ),
  );

  router.handle('POST /api/profile/consents', async ({ session, body }) =>
    notify(await giveConsents(dependencies, session, body)),
  );

  router.handle('PUT /api/profile/nickname', async ({ session, body }) =>
    notify(await changeNickname(dependencies, session, body.nickname)),
  );

  router.handle('PUT /api/profile/password', ({ session, body }) =>
    changePassword(dependencies, session, body),
  );

  router.handle('PUT /api/profile/email', async ({ session, body }) =>
    notify(await changeEmail(dependencies, session, body)),
  );

  router.handle('POST /api/profile/email/undo', ({ body, request }) =>
    undoEmailChange(dependencies, request.clientAddress, body),
  );

  router.handle('POST /api/profile/withdrawal', async ({ session, body, request }) => {
    await withdraw(dependencies, session, body.password);
    cookie.clear(request);
    knownBrowser.clear(request);
  });
}
