import { existsSync } from 'node:fs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { builtServers } from '../testing/built-servers.ts';
import { addressOf, openTestDatabase } from '../testing/test-database.ts';

const { dataFolder, start } = builtServers();

/** Returns an empty place of the engine under test, without a demo world. */
async function place(): Promise<Record<string, string>> {
  if (inject('engine') === 'embedded') return { DEMO: '0' };
  const { database } = await openTestDatabase();
  onTestFinished(() => database.close());
  return { DEMO: '0', DATABASE_URL: await addressOf(database) };
}

test.each([
  [{ EDITION: 'gold' }, 'EDITION: must be beta or official'],
  [
    { EDITION: 'official', FEATURES: 'search' },
    'FEATURES: is gone; remove it and set EDITION to beta or official',
  ],
  [{ FEATURES: 'search' }, 'FEATURES: is gone; remove it and set EDITION to beta or official'],
])('[ED-02] %j: one line with the remedy, exit 1, nothing written', async (environment, line) => {
  const run = start({ ...(await place()), ...environment });
  expect(await run.exit).toBe(1);
  expect([run.errors, run.output]).toEqual([`${line}\n`, '']);
  expect(existsSync(dataFolder())).toBe(false);
});
