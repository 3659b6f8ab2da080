import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operate, operateIn } from '../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { recordAuditEntry } from '../audit.ts';

const testApp = await startTestApp();

test('the audit log lists the newest acts first, as a table and as JSON', async () => {
  expect(await operate(testApp, 'audit', 'list')).toEqual({ code: 0, output: 'none', errors: '' });
  for (const target of ['first', 'second', 'third'])
    await recordAuditEntry(testApp.database, { actor: 'kim', action: 'post hide', target, reason: '도배' });
  const table = await operate(testApp, 'audit', 'list', '--limit', '2');
  expect(table.output.split('\n').map((line) => line.trim().split(/ {2,}/).slice(1))).toEqual([
    ['who', 'what', 'to', 'why'],
    ['kim', 'post hide', 'third', '도배'],
    ['kim', 'post hide', 'second', '도배'],
  ]);
  const { output } = await operate(testApp, 'audit', 'list', '--json');
  expect(JSON.parse(output.split('\n')[0] ?? '')).toMatchObject({ actor: 'kim', target: 'third' });
});

test('wrong usage ends with 2 and one clear line, help with 0', async () => {
  const wrong = await operate(testApp, 'audit', 'list', '--limit', 'many');
  expect([wrong.code, wrong.output]).toEqual([2, '']);
  expect(wrong.errors).toContain('must be a number from 1 to 100000');
  expect((await operate(testApp, 'nothing')).code).toBe(2);
  const help = await operate(testApp, 'audit', 'list', '--help');
  expect([help.code, help.errors]).toEqual([0, '']);
  expect(help.output).toContain('Example:');
});

test('missing file and address of several hosts: end with one line, opening nothing', async () => {
  const none = join(tmpdir(), 'madang-none', 'none');
  const restoring = ['restore', none];
  for (const [environment, words, line] of [
    [{}, restoring, `${none} cannot be read (there is no such file)`],
    [{}, [...restoring, '--dry-run'], `${none} cannot be read (there is no such file)`],
    [{}, ['restore', tmpdir()], `${tmpdir()} is no file`],
    [
      {},
      ['restore', fileURLToPath(import.meta.url), '--withdrawn', none],
      `${none} cannot be read (there is no such file)`,
    ],
    [
      { DATABASE_URL: 'postgres://a:5432,b:5432/madang' },
      ['audit', 'list'],
      'DATABASE_URL: names several hosts; name one that always leads to the primary',
    ],
    [{}, ['backup', none], `${none} cannot be written: ENOENT: `],
    [{}, ['withdrawals', 'export', none], 'ENOENT: no such file or directory, '],
    [{}, ['stats', '--html', none], 'ENOENT: no such file or directory, '],
  ] as const) {
    const { code, output, errors } = await operateIn(environment, testApp, ...words);
    expect([words, code, output]).toEqual([words, 1, '']);
    expect([words, errors.slice(0, `operator: ${line}`.length)]).toEqual([words, `operator: ${line}`]);
    expect(errors).not.toContain('\n');
  }
  const unopened = { database: undefined, images: undefined, campus: undefined } as unknown as TestApp;
  expect((await operate(unopened, ...restoring)).code).toBe(1);
});

test('every command has a help with an example', async () => {
  // Text after the list, such as an example, is indented too.
  const namesIn = (help: string) =>
    [...(help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z][a-z-]*)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help');
  const checked: string[] = [];
  const walk = async (path: string[]): Promise<void> => {
    const { code, output } = await operate(testApp, ...path, '--help');
    expect([path, code]).toEqual([path, 0]);
    const below = namesIn(output);
    const explained = output.includes('Example');
    // A command may have others below it and do something itself: `backup` and `backup verify`.
    if (below.length === 0) expect([path, explained]).toEqual([path, true]);
    if (explained) checked.push(path.join(' '));
    for (const name of below) await walk([...path, name]);
  };
  await walk([]);
  expect(checked).toEqual(
    expect.arrayContaining(['event add', 'import', 'backup', 'backup verify', 'stats', 'doctor']),
  );
  expect(checked.length).toBeGreaterThan(30);
});
