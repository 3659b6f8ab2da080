import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder } from '../lib/folders.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';

/** Returns the help of a command, which begins with its name. */
async function helpOf(words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runOperator([...words, '--help'], {
    open: () => Promise.reject(new Error('help opened the data')),
    environment: {},
    terminal: openTerminal({
      write: (text) => lines.push(text),
      complain: (text) => lines.push(text),
      screen: null,
    }),
  });
  return lines.join('');
}

test('page “첫 주”: lists day by day what to do, with existing commands and options', async () => {
  const page = await readFile(join(serverFolder(), '..', 'docs', 'first-week.md'), 'utf8');
  expect(page).toMatch(/^# 첫 주\n/);
  const days = page.split(/^## /m).slice(1);
  expect(days.map((day) => day.split('\n')[0])).toEqual([
    '열기 전',
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `${number}일째`),
  ]);
  for (const day of days) {
    const [said = '', commands = ''] = day.split('```sh\n');
    expect(said).toMatch(/[가-힣]+니다\./);
    const lines = commands.split('```')[0]?.trim().split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const [program, ...words] = line.replaceAll(/'[^']*'/g, 'TEXT').split(' ');
      expect(program).toBe('operator');
      const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
      const command = end < 0 ? words : words.slice(0, end);
      const help = await helpOf(command);
      expect(help).toContain(`Usage: operator ${command.join(' ')}`);
      for (const option of words.filter((word) => word.startsWith('--')))
        expect([line, help.includes(`${option} `)]).toEqual([line, true]);
    }
  }
  // The requirements of `doctor --launch` come before the first day.
  for (const word of ['inquiryUrl', 'socialAccount', '시험 메일', '백업', '공지', '20개'])
    expect([word, days[0]?.includes(word)]).toEqual([word, true]);
});
