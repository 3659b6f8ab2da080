import type { RightsGround } from '@madang/contract/moderation/rights-rules';
import { expect } from 'vitest';
import { tokenIn } from './moderation.ts';
import type { TestApp } from './test-app.ts';

let written = 0;

/** Returns an address without an account. */
export function newComplainant(): string {
  written += 1;
  return `rights${written}@example.org`;
}

/** Returns valid fields of the form. */
export function requestBody(
  address: string,
  fields: Partial<{
    name: string;
    email: string;
    reply: number | null;
    ground: RightsGround;
    reason: string;
  }> = {},
) {
  return {
    name: '홍길동',
    email: newComplainant(),
    address,
    reply: null,
    ground: 'privacy' as RightsGround,
    reason: '제 전화번호가 적혀 있어요.',
    ...fields,
  };
}

/** Sends a request without an account; returns the response. */
export function write(testApp: TestApp, body: ReturnType<typeof requestBody>) {
  return testApp.browser().call('POST /api/rights', { body });
}

/** Confirms the newest request of the address by its mail. */
export async function confirm(testApp: TestApp, email: string) {
  const token = await tokenIn(testApp, email, '/rights?token=');
  return testApp.browser().call('POST /api/rights/confirmation', { body: { token } });
}

export interface StoredRequest {
  id: string;
  state: string;
  case_id: string | null;
  by_people: boolean;
  name: string | null;
  email: string | null;
  reason: string | null;
  client_hash: Buffer | null;
  due_at: Date | null;
}

/** Returns the newest request of an address from the database. */
export async function requestOf(testApp: TestApp, email: string): Promise<StoredRequest | undefined> {
  return testApp.database.first<StoredRequest>(
    'SELECT * FROM rights_requests WHERE email = $1 ORDER BY created_at DESC LIMIT 1',
    [email],
  );
}

/**
 * Sends and confirms a request, waits until it is processed, and returns the address.
 * Removes the hash of the client address, so that its rate limit never applies.
 */
export async function ask(
  testApp: TestApp,
  address: string,
  fields: Parameters<typeof requestBody>[1] = {},
): Promise<string> {
  const body = requestBody(address, fields);
  expect((await write(testApp, body)).status).toBe(202);
  await testApp.database.change('UPDATE rights_requests SET client_hash = NULL WHERE email = $1', [
    body.email,
  ]);
  expect((await confirm(testApp, body.email)).status).toBe(204);
  await step(testApp, body.email);
  return body.email;
}

/** Runs all due jobs of requests and waits until none is left. */
export async function step(testApp: TestApp, email: string): Promise<StoredRequest | undefined> {
  const due = () => {
    testApp.app.jobs.wake();
    return testApp.database.first(`SELECT id FROM jobs WHERE kind = 'rightsRequest' AND due_at <= now()`);
  };
  await expect.poll(due, { timeout: 10_000 }).toBeUndefined();
  // The last one may still be running.
  const busy = () =>
    testApp.database.first(`SELECT id FROM jobs WHERE kind = 'rightsRequest' AND attempts > 0`);
  await expect.poll(busy, { timeout: 10_000 }).toBeUndefined();
  return requestOf(testApp, email);
}

/** Moves the times of all requests back by hours. */
export async function elapse(testApp: TestApp, hours: number): Promise<void> {
  const earlier = `- make_interval(hours => ${hours})`;
  await testApp.database.transaction(async (transaction) => {
    await transaction.change(
      `UPDATE rights_requests SET due_at = due_at ${earlier}, confirmed_at = confirmed_at ${earlier},
                                  token_expires_at = token_expires_at ${earlier}`,
    );
    await transaction.change(
      `UPDATE cases SET due_at = due_at ${earlier}, hidden_until = hidden_until ${earlier}`,
    );
    await transaction.change(`UPDATE jobs SET due_at = due_at ${earlier} WHERE kind = 'rightsRequest'`);
  });
}

/** Returns the subjects of the mails to an address, without the product's name. */
export const subjectsTo = (testApp: TestApp, to: string): string[] =>
  testApp.mails.filter((mail) => mail.to === to).map(({ subject }) => subject.replace(/^\[.*?\] /, ''));
