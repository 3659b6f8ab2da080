import { existsSync } from 'node:fs';
import { FEATURE_NEEDS } from '@madang/contract/campus/rules';
import { expect, inject, onTestFinished, test } from 'vitest';
import { builtServers } from '../testing/built-servers.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { addressOf, openTestDatabase } from '../testing/test-database.ts';

const { dataFolder, start, startReady } = builtServers();

/** A place of the engine under test, without a demo world. */
async function place(): Promise<Record<string, string>> {
  if (inject('engine') === 'embedded') return { DEMO: '0' };
  const { database } = await openTestDatabase();
  onTestFinished(() => database.close());
  return { DEMO: '0', DATABASE_URL: await addressOf(database) };
}

const needs = Object.entries(FEATURE_NEEDS).flatMap(([feature, all]) =>
  all.map((need) => [feature, need] as const),
);

test.each(needs)(
  '[ED-02] %s without %s: one line that names both, exit 1, nothing written',
  async (feature, need) => {
    for (const edition of [{}, { EDITION: 'beta' }]) {
      const run = start({ ...(await place()), ...edition, FEATURES: `search,${feature}` });
      expect(await run.exit).toBe(1);
      expect([run.errors, run.output]).toEqual([
        `FEATURES: ${feature} needs ${need}; name both, or neither\n`,
        '',
      ]);
      expect(existsSync(dataFolder())).toBe(false);
    }
  },
);

test('[ED-02] named together they start', async () => {
  const FEATURES = `${needs.flat().join()},commentRequired`;
  const { origin } = await startReady({ ...(await place()), FEATURES });
  const { body } = await new TestBrowser(origin).call('GET /api/campus', {});
  expect(body.features).toContain('commentRequired');
});
