import { endpoints } from '@madang/contract/endpoints';
import { expect, test, vi } from 'vitest';
import { limitRequests, limits } from './rate-limits.ts';
import { ProblemError } from './http/problem.ts';
import type { Limit, Limiter } from './http/limiter.ts';

test('limited calls: exactly those that the contract declares', () => {
  const declared = Object.entries(endpoints).filter(([, { problems }]) =>
    (problems as readonly string[]).includes('limit.reached'),
  );
  expect(declared.map(([name]) => name).sort()).toEqual(Object.keys(limits).sort());
});

test('[SF-43] limits of crowd reports: not counted in the database, for privacy', () => {
  const counted = [...(limits['PUT /api/voices'] ?? []), ...(limits['POST /api/codes/voice'] ?? [])];
  expect(counted.map(({ name, unshared }) => [name, unshared])).toEqual([
    ['voice', true],
    ['voice', true],
    ['code', true],
  ]);
});

const limitInput = {
  client: '192.0.2.1',
  userId: null,
  cookies: '',
  body: undefined,
  read: true,
  hasBegun: () => false,
  page: 'first',
} as const;

test('upload refused for lack of a slot: not counted; one whose body was read is', async () => {
  const giveBack = vi.fn<Limiter['giveBack']>();
  const admit = limitRequests(
    { take: async () => null, giveBack } as unknown as Limiter,
    async () => false,
    {},
  );
  for (const hasBegun of [true, false]) {
    const caller = { ...limitInput, userId: 'user', hasBegun: () => hasBegun };
    const settle = await admit('PUT /api/uploads/{id}', caller);
    settle(new ProblemError('server.unavailable', { retryAfter: 5 }));
    expect(giveBack).toHaveBeenCalledTimes(hasBegun ? 0 : 1);
  }
});

/** Counts in memory, without windows. */
function countingLimiter(): Limiter {
  const counts = new Map<string, number>();
  const keyOf = ({ name }: Limit, subject: string) => `${name} ${subject}`;
  const read = (limit: Limit, subject: string) => counts.get(keyOf(limit, subject)) ?? 0;
  const add = (limit: Limit, subject: string, by: number) =>
    counts.set(keyOf(limit, subject), read(limit, subject) + by);
  return {
    async take(limit: Limit, subject: string) {
      if (read(limit, subject) >= limit.max) return 7;
      add(limit, subject, 1);
      return null;
    },
    giveBack: (limit: Limit, subject: string) => void add(limit, subject, -1),
  } as unknown as Limiter;
}

test('[SF-03] wrong codes: limited per client over all its users; no other refusal counts', async () => {
  const admit = limitRequests(countingLimiter(), async () => false, {});
  const tries = async (
    name: 'POST /api/password-reset/code' | 'POST /api/verification/code',
    error?: Error,
  ) => {
    for (let time = 0; time < 200; time += 1)
      (await admit(name, { ...limitInput, userId: `${name} ${time}` }))(error);
  };
  await tries('POST /api/password-reset/code', new ProblemError('mailedCode.spent'));
  await tries('POST /api/password-reset/code', new ProblemError('input.invalid'));
  await tries('POST /api/verification/code');
  await tries('POST /api/verification/code', new ProblemError('mailedCode.wrong'));
  for (const name of ['POST /api/password-reset/code', 'POST /api/verification/code'] as const)
    await expect(admit(name, { ...limitInput, userId: 'another' })).rejects.toMatchObject({
      code: 'limit.reached',
    });
  await expect(admit('POST /api/verification/code', { ...limitInput, client: '::1' })).resolves.toBeDefined();
});

test('[SF-03] malformed calls, or without ticket: do not exhaust an address', async () => {
  const admit = limitRequests(countingLimiter(), async () => false, {});
  for (const [name, code, times] of [
    ['POST /api/session', 'input.invalid', 2_000],
    ['POST /api/accounts', 'input.invalid', 2_000],
    ['POST /api/password-reset', 'input.invalid', 300],
    ['POST /api/office', 'token.spent', 200],
    ['GET /api/office/pictures/{picture}', 'token.spent', 200],
  ] as const) {
    for (let time = 0; time < times; time += 1) (await admit(name, limitInput))(new ProblemError(code));
    await expect(admit(name, limitInput)).resolves.toBeDefined();
  }
});

test('sign-up: counts for its client if it creates an account, and each try briefly', async () => {
  const giveBack = vi.fn<Limiter['giveBack']>();
  const limiter = { take: async () => null, giveBack } as unknown as Limiter;
  const admit = limitRequests(limiter, async () => false, {});
  const end = async (error?: Error) => (await admit('POST /api/accounts', limitInput))(error);
  await end();
  expect(giveBack).not.toHaveBeenCalled();
  await end(new ProblemError('email.exists'));
  expect(giveBack.mock.calls.map(([{ name }]) => name)).toEqual(['signUp']);
});

test('[SF-03] cheap calls with an unguessable secret: never block an address for long', () => {
  const secret = ['reset.check', 'reset.confirmation', 'reset.code', 'undo', 'rights.confirmation'];
  const found = Object.values(limits)
    .flat()
    .filter(({ name }) => secret.includes(name));
  expect(found.map(({ name, by, seconds }) => [name, by, seconds])).toEqual(
    secret.map((name) => [name, 'client', 60]),
  );
});

test('limits by user and address are checked before the body is read, without counting', async () => {
  const take = vi.fn<Limiter['take']>();
  const check = vi.fn<Limiter['check']>(async () => 7);
  const admit = limitRequests({ take, check } as unknown as Limiter, async () => false, {});
  await expect(admit('POST /api/session', { ...limitInput, read: false })).rejects.toMatchObject({
    code: 'limit.reached',
    retryAfter: 7,
  });
  expect(check.mock.calls.map(([{ name }]) => name)).toEqual(['signIn']);
  expect(take).not.toHaveBeenCalled();
});
