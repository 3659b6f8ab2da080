import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makeUser } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';

const testApp = await startTestApp();

test('reset request: takes the same time for known and unknown addresses', async () => {
  const { email } = await makeUser(testApp);
  // Makes the cost of an account's mail visible.
  const add = testApp.app.mailQueue.add.bind(testApp.app.mailQueue);
  const slow = vi.spyOn(testApp.app.mailQueue, 'add').mockImplementation(async (...entry) => {
    await sleep(100);
    return add(...entry);
  });
  const quickest = { known: Infinity, unknown: Infinity };
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [whose, address] of [
      ['known', email],
      ['unknown', `nobody${turn}@korea.ac.kr`],
    ] as const) {
      const started = performance.now();
      const answer = await testApp.browser().call('POST /api/password-reset', { body: { email: address } });
      expect(answer.status).toBe(202);
      quickest[whose] = Math.min(quickest[whose], performance.now() - started);
    }
  }
  slow.mockRestore();
  expect(Math.abs(quickest.known - quickest.unknown)).toBeLessThan(50);
});

test('[SF-02] known and unknown addresses: answered in the same time', async () => {
  const { email } = await makeUser(testApp);
  const time = async (address: string) => {
    const started = performance.now();
    await testApp.browser().call('POST /api/session', { body: { email: address, password: 'wrong one' } });
    return performance.now() - started;
  };
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  await time(email);
  // Takes more samples until other load on the machine no longer matters.
  const [known, unknown]: [number[], number[]] = [[], []];
  await expect
    .poll(
      async () => {
        // Alternates, so that a busy moment affects both.
        for (let turn = 0; turn < 15; turn += 1) {
          known.push(await time(email));
          unknown.push(await time('nobody@example.com'));
        }
        return Math.abs(median(known) / median(unknown) - 1);
      },
      { timeout: 100_000, interval: 1 },
    )
    .toBeLessThan(0.1);
}, 120_000);
