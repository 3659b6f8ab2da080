import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../../server/testing/outside/api-client.ts';
import { BuiltServer } from '../../server/testing/outside/built-server.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { bell } from '../testing/reading.ts';
import { expectHome, expectPath } from '../testing/screens.ts';

const starter = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

const editions = [
  ['beta', 'npm start'],
  ['official', 'npm run official'],
] as const;

for (const [edition, command] of editions) {
  const official = edition === 'official';

  // Component tests cover the features of each edition per screen.
  test.describe(edition, () => {
    test.use({ edition });

    test(`[ED-01] the ${edition} edition shows ${official ? '' : 'no '}features beyond the beta`, async ({
      page,
      makers,
      user,
    }) => {
      const { id } = await makers.post(user);
      await makers.reply(user, id, '답할 수 있는 댓글');
      const calls: string[] = [];
      page.on('request', (call) => calls.push(new URL(call.url()).pathname));
      await page.goto('/');
      await expectHome(page);
      for (const title of ['새 글', '이번 주 인기글'])
        await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(official ? 1 : 0);
      await expect(bell(page)).toHaveCount(official ? 1 : 0);
      expect(await page.evaluate(() => 'fault' in window)).toBe(official);
      // A disabled feature sends no requests and stores nothing on the device.
      if (!official) expect(calls).not.toContain('/api/home');
      expect(await page.evaluate(() => 'visits' in localStorage)).toBe(official);

      await page.goto(`/post/${id}`);
      await expect(comments(page)).toHaveCount(1);
      await expect(page.getByRole('button', { name: '더보기' })).toHaveCount(official ? 2 : 0);
      await expect(page.getByRole('button', { name: /^답글/ })).toHaveCount(official ? 1 : 0);

      // In the beta the address is unknown and redirects home.
      await page.goto('/map');
      await expectPath(page, official ? '/map' : '/');
    });
  });

  test(`[ED-01] ${command} runs the ${edition} edition @full`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'madang-started-'));
    const parameters = [starter, ...(official ? ['--official'] : [])];
    const server = new BuiltServer({ DATA_DIR: folder, DEMO: '0' }, { parameters });
    try {
      await server.start();
      const campus = await new ApiClient(server.origin).ask('GET /api/campus', {});
      expect(campus.edition).toBe(edition);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
