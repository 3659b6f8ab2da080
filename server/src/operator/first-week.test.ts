import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder } from '../lib/folders.ts';

// how-to.api.test.ts runs its commands.
test('page “첫 주”: lists day by day what to do, with commands', async () => {
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
    expect(commands.match(/^operator /gm)?.length).toBeGreaterThan(1);
  }
  // The requirements of `doctor --launch` come before the first day.
  for (const word of ['inquiryUrl', 'socialAccount', '시험 메일', '백업', '공지', '20개'])
    expect([word, days[0]?.includes(word)]).toEqual([word, true]);
});
