import { chown, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openMemory } from '../database/embedded.ts';
import { noteUniversity } from '../features/campus/index.ts';
import { migrate } from '../database/migrate.ts';
import { shareDatabase, sharedAddress } from '../database/shared-database.ts';
import { createLog } from '../log/log.ts';
import { examine } from './doctor.ts';
import { openWorkplace } from './workplace.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const log = createLog('silent');
const folder = makeFolder('foreign');

test.runIf(process.getuid?.() === 0)(
  'root: refused in another user’s data folder, also through the running server, leaving nothing',
  async () => {
    const database = await openMemory();
    await migrate(database);
    const stop = await shareDatabase(database, sharedAddress(folder), log);
    await chown(folder, 65_534, 65_534);
    const environment = { DATA_DIR: folder };
    const refusal = `DATA_DIR: ${folder} belongs to another user than root`;
    try {
      for (const dryRun of [false, true])
        await expect(openWorkplace(readConfig(environment), log, { dryRun, environment })).rejects.toThrow(
          `${refusal}; run the command as that user, e.g. with sudo -u`,
        );
      const findings = [];
      for await (const finding of examine(environment)) findings.push(finding);
      expect(findings[0]).toEqual({
        part: 'configuration',
        state: 'fail',
        text: refusal,
        todo: 'run the command as that user, e.g. with sudo -u',
      });
      expect(await readdir(folder)).toEqual(['operator.sock']);
    } finally {
      await stop();
      await database.close();
    }
  },
);

test('beta folder: refused while only the official one is in use; nothing is created', async () => {
  const place = await mkdtemp(join(folder, 'editions-'));
  const official = join(place, 'data-official');
  await mkdir(official);
  const database = await openMemory();
  const stop = await shareDatabase(database, sharedAddress(official), log);
  try {
    const config = { ...readConfig({}), dataFolder: join(place, 'data') };
    for (const dryRun of [false, true])
      await expect(openWorkplace(config, log, { dryRun, environment: {} })).rejects.toThrow(
        `${official} is in use by a server of the official edition, and ${join(place, 'data')} by none: set EDITION=official for that one, EDITION=beta for this one`,
      );
    expect(await readdir(place)).toEqual(['data-official']);
  } finally {
    await stop();
    await database.close();
  }
});

test('data of another university: refused; a changed name or domain alone is not', async () => {
  const dataFolder = await mkdtemp(join(folder, 'universities-'));
  const database = await openMemory();
  await migrate(database);
  const stop = await shareDatabase(database, sharedAddress(dataFolder), log);
  const environment = { DATA_DIR: dataFolder };
  const open = () => openWorkplace(readConfig(environment), log, { dryRun: false, environment });
  try {
    const { campus, close } = await open();
    await close();
    const { name, domain } = campus.settings.university;
    await noteUniversity(database, { name: '한빛대학교', domain: 'hanbit.ac.kr' });
    await expect(open()).rejects.toThrow(
      `CAMPUS: the data belongs to 한빛대학교, the campus folder to ${name}: set CAMPUS or DATA_DIR`,
    );
    for (const university of [
      { name: '한빛대학교', domain },
      { name, domain: 'hanbit.ac.kr' },
    ]) {
      await noteUniversity(database, university);
      await (await open()).close();
    }
  } finally {
    await stop();
    await database.close();
  }
});
