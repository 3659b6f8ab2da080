import { endpoints } from '@madang/contract/endpoints';
import { expect, test, vi } from 'vitest';
import { admitBy, limits } from './limits.ts';
import { ProblemError } from './platform/http/problem.ts';
import type { Limiter } from './platform/limits/limiter.ts';

test('every limited call says so in the contract, and no other', () => {
  const declared = Object.entries(endpoints).filter(([, { problems }]) =>
    (problems as readonly string[]).includes('limit.reached'),
  );
  expect(declared.map(([name]) => name).sort()).toEqual(Object.keys(limits).sort());
});

test('[SF-43] no limit of a voice on a place is counted in the database, where its row would name the student or the place', () => {
  const counted = [...(limits['PUT /api/voices'] ?? []), ...(limits['POST /api/codes/voice'] ?? [])];
  expect(counted.map(({ name, unshared }) => [name, unshared])).toEqual([
    ['voice', true],
    ['voice', true],
    ['code', true],
  ]);
});

const applicant = {
  client: '192.0.2.1',
  userId: null,
  cookies: '',
  body: undefined,
  read: true,
  hasBegun: () => false,
  page: 'first',
} as const;

test('an upload that found no place does not count, and one that was read does', async () => {
  const giveBack = vi.fn<Limiter['giveBack']>();
  const admit = admitBy({ take: async () => null, giveBack } as unknown as Limiter, async () => false);
  for (const hasBegun of [true, false]) {
    const caller = { ...applicant, userId: 'user', hasBegun: () => hasBegun };
    const settle = await admit('PUT /api/uploads/{id}', caller);
    settle(new ProblemError('server.unavailable', { retryAfter: 5 }));
    expect(giveBack).toHaveBeenCalledTimes(hasBegun ? 0 : 1);
  }
});

test('a sign-up that found the server busy does not count for its e-mail, and any other does', async () => {
  const giveBack = vi.fn<Limiter['giveBack']>();
  const limiter = { take: async () => null, giveBack } as unknown as Limiter;
  const admit = admitBy(limiter, async () => false);
  const caller = { ...applicant, body: { email: 'a@korea.ac.kr' } };
  const end = async (error?: Error) => (await admit('POST /api/accounts', caller))(error);
  await end();
  await end(new ProblemError('email.exists'));
  expect(giveBack).not.toHaveBeenCalled();
  await end(new ProblemError('server.unavailable', { retryAfter: 5 }));
  expect(giveBack.mock.calls.map(([{ name }]) => name)).toEqual(['signUp.email']);
});

test('limits by user and address are checked before the body is read, without counting', async () => {
  const take = vi.fn<Limiter['take']>();
  const check = vi.fn<Limiter['check']>(async () => 7);
  const admit = admitBy({ take, check } as unknown as Limiter, async () => false);
  await expect(admit('POST /api/session', { ...applicant, read: false })).rejects.toMatchObject({
    code: 'limit.reached',
    retryAfter: 7,
  });
  expect(check.mock.calls.map(([{ name }]) => name)).toEqual(['signIn']);
  expect(take).not.toHaveBeenCalled();
});
