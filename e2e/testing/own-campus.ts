import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnotherCampus, writeAnotherCampus } from '../../server/testing/outside/another-campus.ts';
import { test } from './fixtures.ts';
import { JourneyServer } from './journey-server.ts';

type Tables = Readonly<Record<string, readonly string[]>>;

/** Returns the UTC offset in hours of a campus past noon now: `Etc/GMT-5` is UTC+5. */
export const hoursToNoon = (): number => 12 - new Date().getUTCHours();

/**
 * Runs journeys on an own official server, on a campus with these tables.
 *
 * @param atNoon whether the server starts past noon, campus time.
 */
export const onCampus = (campus: AnotherCampus, tables: Tables | (() => Tables), { atNoon = false } = {}) =>
  test.extend<object, { owned: JourneyServer }>({
    owned: [
      async ({ ownServer: _ }, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'madang-campus-'));
        await writeAnotherCampus(folder, campus);
        const file = join(folder, 'campus.json');
        const written = JSON.parse(await readFile(file, 'utf8')) as object;
        const ahead = hoursToNoon();
        const zone = { timeZone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` };
        await writeFile(file, JSON.stringify({ ...written, ...(atNoon ? zone : {}) }));
        for (const [name, lines] of Object.entries(typeof tables === 'function' ? tables() : tables))
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
