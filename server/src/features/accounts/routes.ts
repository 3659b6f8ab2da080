import { setTimeout as sleep } from 'node:timers/promises';
import type { Campus } from '@madang/campus/campus';
import type { HeldRole, Me } from '@madang/contract/accounts/schema';
import type { Pin } from '@madang/contract/pins/schema';
import type { Executor } from '../../platform/database/database.ts';
import type { DeviceCookie, ResetCookie, SessionCookie } from '../../platform/http/sessions.ts';
import type { Exchange } from '../../platform/http/request.ts';
import type { Router } from '../../platform/http/router.ts';
import { hashSecret, type Session } from '../../platform/sessions/sessions.ts';
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
  type EraseUser,
  undoEmailChange,
  withdraw,
} from './profile.ts';
import { isTokenUsable } from './tokens.ts';

/** Returns the user's role; injected. */
type FindRole = (executor: Executor, userId: string) => Promise<HeldRole | null>;

/** Returns the ids of users that this user blocked; injected. */
type FindBlocked = (executor: Executor, userId: string) => Promise<string[]>;

/** Counts the user's unread notifications; injected. */
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

/** Session state for a browser. */
interface Described {
  user: Me | null;
  role?: HeldRole;
  blocked?: string[];
  unread?: number;
  pins?: Pin[];
}

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

/** Minimum duration of a reset request in milliseconds; hides whether an account exists. */
const RESET_TAKES = 250;

type Dependencies = AccountsDependencies &
  OwnDataDependencies & {
    eraseUser: readonly EraseUser[];
    counter: Counter;
    findRole?: FindRole | undefined;
    findBlocked?: FindBlocked | undefined;
    countUnread?: CountUnread | undefined;
    findPins?: FindPins | undefined;
  };

/** Dependencies that set or clear state of browsers. */
interface BrowserDependencies {
  cookie: SessionCookie;
  device: DeviceCookie;
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
  { cookie, device }: BrowserDependencies,
): void {
  const tell = (user: UserRow): { user: Me } => ({ user: presentMe(user, dependencies.campus) });

  router.handle('POST /api/accounts', async ({ body, session, exchange }) => {
    const { secret, user } = await signUp(dependencies, exchange.clientAddress, body);
    // Ends the browser's previous session, whichever user it belongs to [SF-04].
    if (session) await dependencies.sessions.end(session);
    cookie.set(exchange, secret);
    device.give(exchange, user.id);
    return tell(user);
  });

  router.handle('GET /api/session', ({ session }) => describeSession(dependencies, session));

  router.handle('POST /api/session', async ({ body, session, exchange }) => {
    const begun = await signIn(dependencies, exchange.clientAddress, body);
    // Ends the browser's previous session, whichever user it belongs to [SF-04].
    if (session) await dependencies.sessions.end(session);
    if (!begun) {
      cookie.clear(exchange);
      return { user: null };
    }
    cookie.set(exchange, begun.secret);
    device.give(exchange, begun.user.id);
    return describeUser(dependencies, begun.user);
  });

  router.handle('DELETE /api/session', async ({ session, exchange }) => {
    await dependencies.sessions.end(session);
    cookie.clear(exchange);
  });
}

function registerMailedLinks(
  router: Router,
  dependencies: Dependencies,
  { device, resetCookie, forgiveGuesses }: BrowserDependencies,
): void {
  router.handle('POST /api/verification', ({ session }) => requestVerification(dependencies, session));

  const tell = (user: UserRow): { user: Me } => ({ user: presentMe(user, dependencies.campus) });

  router.handle('POST /api/verification/confirmation', async ({ session, body }) =>
    tell(await confirmVerification(dependencies, session, hashSecret(body.token))),
  );

  router.handle('POST /api/verification/code', async ({ session, body }) =>
    tell(await confirmVerificationByCode(dependencies, session, body.code)),
  );

  router.handle('POST /api/password-reset', async ({ body, exchange }) => {
    const [outcome] = await Promise.allSettled([requestReset(dependencies, body), sleep(RESET_TAKES)]);
    if (outcome.status === 'rejected') throw outcome.reason;
    resetCookie.set(exchange, outcome.value);
  });

  router.handle('GET /api/password-reset', async ({ query: { token, purpose } }) => ({
    usable: await isTokenUsable(dependencies.database, purpose, hashSecret(token)),
  }));

  const letIn = async (exchange: Exchange, accountId: string) => {
    resetCookie.clear(exchange);
    const account = await findAccount(dependencies.database, accountId);
    if (!account) return;
    // Access to the mailbox lifts the limit that failed guesses caused.
    await forgiveGuesses(account.email);
    device.give(exchange, account.id);
  };

  router.handle('POST /api/password-reset/confirmation', async ({ body: { token, password }, exchange }) => {
    const input = { link: hashSecret(token), password };
    await letIn(exchange, await confirmReset(dependencies, exchange.clientAddress, input));
  });

  router.handle('POST /api/password-reset/code', async ({ body, exchange }) => {
    const asked = resetCookie.read(exchange);
    await letIn(exchange, await confirmResetByCode(dependencies, exchange.clientAddress, asked, body));
  });
}

function registerProfile(
  router: Router,
  dependencies: Dependencies,
  { cookie, device }: BrowserDependencies,
): void {
  const { campus } = dependencies;
  const tell = (user: UserRow): { user: Me } => ({ user: presentMe(user, campus) });

  router.handle('GET /api/profile', async ({ session }) => tell(await openProfile(dependencies, session)));

  const fileName = `${campus.settings.product.latinName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data.zip`;
  router.stream('GET /api/profile/data', async ({ session, exchange }) => {
    const headers = {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    };
    // HEAD makes no archive: it would never be read and closed.
    if (exchange.method === 'HEAD') exchange.send(200, headers);
    else exchange.sendStream(headers, await packOwnData(dependencies, session));
  });

  router.handle('POST /api/profile/data/mail', ({ session }) =>
    dependencies.database.transaction((transaction) =>
      mailNotice(dependencies, transaction, session.userId, 'data'),
    ),
  );

  router.handle('POST /api/profile/consents', async ({ session, body }) =>
    tell(await giveConsents(dependencies, session, body)),
  );

  router.handle('PUT /api/profile/nickname', async ({ session, body }) =>
    tell(await changeNickname(dependencies, session, body.nickname)),
  );

  router.handle('PUT /api/profile/password', ({ session, body }) =>
    changePassword(dependencies, session, body),
  );

  router.handle('PUT /api/profile/email', async ({ session, body }) =>
    tell(await changeEmail(dependencies, session, body)),
  );

  router.handle('POST /api/profile/email/undo', ({ body, exchange }) =>
    undoEmailChange(dependencies, exchange.clientAddress, body),
  );

  router.handle('POST /api/profile/withdrawal', async ({ session, body, exchange }) => {
    await withdraw(dependencies, session, body.password);
    cookie.clear(exchange);
    device.clear(exchange);
  });
}
