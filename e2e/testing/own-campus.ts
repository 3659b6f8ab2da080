import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnotherCampus, writeAnotherCampus } from '../../server/testing/outside/another-campus.ts';
import { test } from './fixtures.ts';
import { JourneyServer } from './journey-server.ts';

/** Journeys on a server of their own, in the official edition, on a campus with these tables and settings. */
export const onCampus = (
  campus: AnotherCampus,
  tables: Readonly<Record<string, readonly string[]>>,
  settings: object = {},
) =>
  test.extend<object, { owned: JourneyServer }>({
    owned: [
      async ({ ownServer: _ }, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'madang-campus-'));
        await writeAnotherCampus(folder, campus);
        const file = join(folder, 'campus.json');
        const written = JSON.parse(await readFile(file, 'utf8')) as object;
        await writeFile(file, JSON.stringify({ ...written, ...settings }));
        for (const [name, lines] of Object.entries(tables))
          await writeFile(join(folder, name), [...lines, ''].join('\n'));
        const server = new JourneyServer(join(folder, 'data'), { EDITION: 'official' });
        await server.start({ CAMPUS: folder });
        await use(server);
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });
