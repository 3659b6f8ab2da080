import { expect, test } from 'vitest';
import { formatBytes, hasRoom, judgeHealth, maskEmail, reasonProblem } from './rules.ts';

const NOW = Date.parse('2026-11-23T03:00:00.000Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const well = {
  mail: { delayed: 0, oldestAt: null },
  jobs: [],
  disk: { free: 50 * 1024 ** 3, all: 100 * 1024 ** 3 },
  backupAt: ago(60),
  errors: 0,
};

test('healthy service: has no problems', () => {
  expect(judgeHealth(well, NOW)).toEqual([]);
  // A recent mail is still being sent, and a job that failed once is retried.
  expect(
    judgeHealth({ ...well, mail: { delayed: 0, oldestAt: ago(1) }, jobs: [{ givenUp: 0 }] }, NOW),
  ).toEqual([]);
  expect(judgeHealth({ ...well, disk: null }, NOW)).toEqual([]);
});

test('health: lists problems, the most urgent first', () => {
  const wrong = {
    mail: { delayed: 3, oldestAt: ago(11) },
    jobs: [{ givenUp: 0 }, { givenUp: 1 }],
    disk: { free: 5 * 1024 ** 3, all: 100 * 1024 ** 3 },
    backupAt: ago(37 * 60),
    errors: 1,
  };
  expect(judgeHealth(wrong, NOW)).toEqual(['disk', 'mail', 'jobs', 'backup', 'errors']);
  expect(judgeHealth({ ...well, backupAt: null }, NOW)).toEqual(['backup']);
});

test('disk: has room from a gigabyte and a tenth on', () => {
  const GB = 1024 ** 3;
  expect([hasRoom(GB, 10 * GB), hasRoom(GB - 1, 5 * GB), hasRoom(9 * GB, 100 * GB), hasRoom(0, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('sizes: short, in a fitting unit', () => {
  expect([0, 1023, 1024, 1536, 53.4 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '1.5 KB',
    '53.4 GB',
  ]);
  for (let bytes = 1; bytes < 2 ** 50; bytes *= 3)
    expect(formatBytes(bytes)).toMatch(/^\d{1,4}(\.\d)? [KMGT]?B$/);
});

test('address: masked enough to be useless', () => {
  expect(['kim@korea.ac.kr', 'k@a.kr', 'abcd@a.kr', '"a@b"@c.kr'].map(maskEmail)).toEqual([
    'k***@korea.ac.kr',
    'k***@a.kr',
    'ab***@a.kr',
    '"a***@c.kr',
  ]);
});

test('reason: required when something is removed, and limited in length', () => {
  expect([reasonProblem(''), reasonProblem(' \u200b'), reasonProblem('', false)]).toEqual([
    'required',
    'required',
    null,
  ]);
  expect([reasonProblem('가'.repeat(200)), reasonProblem('가'.repeat(201), false)]).toEqual([
    null,
    'tooLong',
  ]);
});
