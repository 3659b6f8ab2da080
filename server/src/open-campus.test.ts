import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openCampus } from './open.ts';
import { makeFolder } from '../testing/make-folder.ts';

const folder = makeFolder('campus');

test.each(['beta', 'official'] as const)(
  'a server of the %s edition has its legal texts',
  async (edition) => {
    const { privacy } = await openCampus(readConfig({ EDITION: edition }));
    expect(JSON.stringify(privacy).includes('패스키')).toBe(edition === 'official');
  },
);

test('wrong CAMPUS: reported with its folder, the first mistake and the documentation', async () => {
  const lineOf = (campus: string) =>
    openCampus(readConfig({ CAMPUS: campus })).then(
      () => '',
      (error: Error) => error.message,
    );
  const none = join(folder, 'none');
  const line = await lineOf(none);
  expect(line.startsWith(`CAMPUS: ${none}: campus.json is missing (and `)).toBe(true);
  expect(line).toMatch(/ more: operator campus check \S+\); campus\/README\.md describes the folder$/);
  const file = join(folder, 'campus.json');
  expect(await lineOf(file)).toMatch(/^CAMPUS: .*: campus\.json [^\n]*; campus\/README\.md describes/);
  writeFileSync(file, '{}');
  expect(await lineOf(folder)).toMatch(
    /^CAMPUS: .*: campus\.json line 1, field "\w+"[^\n]*; campus\/README\.md describes/,
  );
  expect(await lineOf('')).toBe('');
});
