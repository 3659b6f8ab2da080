import { InstallationKeys } from '../../lib/installation-keys.ts';
import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import type { Database } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type * as passwords from '../../sessions/passwords.ts';
import { AnswerCache } from '../../http/answer-cache.ts';
import { Hub } from '../../live/hub.ts';
import { createLog } from '../../log/log.ts';
import type { Session } from '../../sessions/sessions.ts';
import { signIn } from './accounts.ts';
import type { AccountsDependencies } from './mails.ts';
import { changeEmail, changePassword, withdraw } from './profile.ts';
import { importUsers } from './documents.ts';

// Rights checked before a reset must not outlive it. Two hundred calls at a time stop between the password check and
// the write; they continue after the reset.

const RACES = 200;
const OLD = 'the old one';
const NEW = 'the new one';

// The cheapest hash that the library allows, because the tests concern the steps after the check.
const hashCheaply = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

vi.mock('../../sessions/passwords.ts', async (original) => ({
  ...(await original<typeof passwords>()),
  hashPassword: (password: string) => hashCheaply(password),
}));

const testApp = await startTestApp();
const oldHash = await hashCheaply(OLD);

interface Racer {
  id: string;
  email: string;
}

async function makeRacers(count: number): Promise<Racer[]> {
  const racers = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, email: `racer-${id}@korea.ac.kr` };
  });
  await importUsers(
    testApp.database,
    racers.map((racer) => ({
      ...racer,
      passwordHash: oldHash,
      name: '김고대',
      nickname: '달리는학생',
      university: true,
      verified: true,
      writingRight: true,
      createdAt: new Date(),
    })),
  );
  return racers;
}

async function makeRacer(): Promise<Racer> {
  const [racer] = await makeRacers(1);
  if (!racer) throw new Error('no racer');
  return racer;
}

const counter = { add() {} };

function dependenciesOn(database: Database): AccountsDependencies & { counter: typeof counter } {
  const { app, campus } = testApp;
  const cache = new AnswerCache(new Hub(testApp.database, createLog('silent')), true);
  const keys = new InstallationKeys();
  return { database, sessions: app.sessions, mailQueue: app.mailQueue, campus, cache, counter, keys };
}

/** Returns a database whose transactions wait until all arrived and the test releases them. */
function holdTransactions(expected: number) {
  let arrive = () => {};
  let release = () => {};
  const arrived = new Promise<void>((done) => (arrive = done));
  const released = new Promise<void>((done) => (release = done));
  let waiting = 0;
  const database: Database = {
    ...testApp.database,
    async transaction(work) {
      waiting += 1;
      if (waiting === expected) arrive();
      await released;
      return testApp.database.transaction(work);
    },
  };
  return { database, arrived, release };
}

async function beginSession({ id }: Racer): Promise<{ session: Session; browser: TestBrowser }> {
  const secret = await testApp.app.sessions.begin(testApp.database, id);
  const session = await testApp.app.sessions.resolve(secret);
  if (!session) throw new Error('no session');
  const browser = testApp.browser();
  browser.cookie = `madang=${secret}`;
  return { session, browser };
}

async function mailReset(email: string): Promise<string> {
  await testApp.browser().call('POST /api/password-reset', { body: { email } });
  return linkOf(await waitForMail(testApp, email, 20_000)).token;
}

const reset = (token: string) =>
  testApp.browser().call('POST /api/password-reset/confirmation', { body: { token, password: NEW } });

/** Counts the outcomes of the calls: the code of a refusal, or `done`. */
async function outcomesOf(acts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(acts)) {
    const failure: unknown = outcome.status === 'rejected' ? outcome.reason : null;
    const code = failure === null ? 'done' : failure instanceof ProblemError ? failure.code : 'failed';
    outcomes[code] = (outcomes[code] ?? 0) + 1;
  }
  return outcomes;
}

const sessionsOf = async ({ id }: Racer) =>
  (await testApp.database.rows('SELECT id FROM sessions WHERE user_id = $1', [id])).length;

const accountOf = ({ id }: Racer) =>
  testApp.database.first<{ email: string; password_hash: string }>(
    'SELECT email, password_hash FROM accounts WHERE id = $1',
    [id],
  );

/** Runs two hundred calls in sessions of one user, all past their password check when a reset arrives. */
async function raceReset(
  act: (dependencies: AccountsDependencies, session: Session, place: number) => Promise<unknown>,
) {
  const racer = await makeRacer();
  const sessions = [];
  for (let place = 0; place < RACES; place += 1) sessions.push((await beginSession(racer)).session);
  const token = await mailReset(racer.email);
  const { database, arrived, release } = holdTransactions(RACES);
  const dependencies = dependenciesOn(database);
  const outcomes = outcomesOf(sessions.map((session, place) => act(dependencies, session, place)));
  await arrived;
  expect((await reset(token)).status).toBe(204);
  const before = await accountOf(racer);
  release();
  const ended = await outcomes;
  expect(await accountOf(racer)).toEqual(before);
  expect(await sessionsOf(racer)).toBe(0);
  return ended;
}

test('sign-in with the old password: begins no session if a reset completes meanwhile', async () => {
  const racer = await makeRacer();
  const token = await mailReset(racer.email);
  const { database, arrived, release } = holdTransactions(RACES);
  const dependencies = dependenciesOn(database);
  const outcomes = outcomesOf(
    Array.from({ length: RACES }, () =>
      signIn(dependencies, '192.0.2.1', { email: racer.email, password: OLD }),
    ),
  );
  await arrived;
  expect((await reset(token)).status).toBe(204);
  release();
  expect(await outcomes).toEqual({ 'session.credentials': RACES });
  expect(await sessionsOf(racer)).toBe(0);
});

test('change of password: changes nothing if a reset completes meanwhile', async () => {
  const input = { oldPassword: OLD, password: 'a third' };
  const ended = await raceReset((dependencies, session) => changePassword(dependencies, session, input));
  expect(ended).toEqual({ 'session.required': RACES });
});

test('change of e-mail: changes nothing if a reset completes meanwhile', async () => {
  const ended = await raceReset((dependencies, session, place) =>
    changeEmail(dependencies, session, { email: `thief${place}@example.com`, password: OLD }),
  );
  expect(ended).toEqual({ 'session.required': RACES });
});

test('withdrawal: deletes nothing if a reset completes meanwhile', async () => {
  const ended = await raceReset((dependencies, session) =>
    withdraw({ ...dependencies, deleteUserData: [] }, session, OLD),
  );
  expect(ended).toEqual({ 'session.required': RACES });
});

test('concurrent changes from one session with the same password: one is made', async () => {
  const racer = await makeRacer();
  const { session } = await beginSession(racer);
  const { database, arrived, release } = holdTransactions(20);
  const outcomes = outcomesOf(
    Array.from({ length: 20 }, (_, place) =>
      changePassword(dependenciesOn(database), session, { oldPassword: OLD, password: `number ${place}` }),
    ),
  );
  await arrived;
  release();
  expect(await outcomes).toEqual({ done: 1, 'account.reauthentication': 19 });
});

test('session logged out meanwhile: writes nothing, whatever its password', async () => {
  const racer = await makeRacer();
  const { session, browser } = await beginSession(racer);
  const { database, arrived, release } = holdTransactions(1);
  const outcomes = outcomesOf([
    changeEmail(dependenciesOn(database), session, { email: 'logged-out@example.com', password: OLD }),
  ]);
  await arrived;
  expect((await browser.call('DELETE /api/session', {})).status).toBe(204);
  release();
  expect(await outcomes).toEqual({ 'session.required': 1 });
  expect((await accountOf(racer))?.email).toBe(racer.email);
});

test('two hundred calls and resets in parallel: end as if run one after the other', async () => {
  const racers = await makeRacers(RACES);
  const dependencies = dependenciesOn(testApp.database);
  const tokens = await Promise.all(racers.map(({ email }) => mailReset(email)));
  const sessions = await Promise.all(racers.map(beginSession));
  const input = { oldPassword: OLD, password: 'a third' };
  const acts: ((session: Session, email: string) => Promise<unknown>)[] = [
    (_, email) => signIn(dependencies, '192.0.2.1', { email, password: OLD }),
    (session, email) => changeEmail(dependencies, session, { email: `moved-${email}`, password: OLD }),
    (session) => withdraw({ ...dependencies, deleteUserData: [] }, session, OLD),
    (session) => changePassword(dependencies, session, input),
  ];
  const endings = await Promise.all(
    racers.map(async (racer, place) => {
      const act = acts[place % acts.length];
      const session = sessions[place]?.session;
      if (!act || !session) throw new Error('no act');
      const both = [outcomesOf([act(session, racer.email)]), reset(tokens[place] ?? '')] as const;
      const [outcomes, { status }] = await Promise.all(both);
      return { racer, outcome: Object.keys(outcomes).join(), status };
    }),
  );
  const orderly = ['done', 'session.credentials', 'session.required', 'account.reauthentication'];
  for (const { racer, outcome, status } of endings) {
    expect(orderly).toContain(outcome);
    const account = await accountOf(racer);
    // An earlier action may have ended the link; otherwise the reset came last.
    if (status === 410) expect(outcome).toBe('done');
    else expect([status, account?.email, await sessionsOf(racer)]).toEqual([204, racer.email, 0]);
    if (status === 204) expect(await verify(account?.password_hash ?? '', NEW)).toBe(true);
  }
  expect(endings.map(({ status }) => status)).toContain(204);
});
