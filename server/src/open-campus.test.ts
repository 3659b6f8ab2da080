import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openCampus } from './open-campus.ts';

const folder = mkdtempSync(join(tmpdir(), 'madang-campus-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('[M-43c] a wrong CAMPUS is told with its folder, the first mistake, and where to read on', async () => {
  const lineOf = (campus: string) =>
    openCampus(readConfig({ CAMPUS: campus })).then(
      () => '',
      (error: Error) => error.message,
    );
  const advice = 'correct it, campus/README.md says what the folder holds';
  expect(await lineOf(join(folder, 'none'))).toBe(
    `CAMPUS: ${join(folder, 'none')}: campus.json is missing; ${advice}`,
  );
  const file = join(folder, 'campus.json');
  expect(await lineOf(file)).toMatch(/^CAMPUS: .*: campus\.json [^\n]*; correct it/);
  writeFileSync(file, '{}');
  expect(await lineOf(folder)).toMatch(/^CAMPUS: .*: campus\.json field "\w+"[^\n]*; correct it/);
  expect(await lineOf('')).toBe('');
});
