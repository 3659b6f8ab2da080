import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../testing/fixtures.ts';
import { onCampus } from '../testing/own-campus.ts';
import { expectHome, expectPath, logIn } from '../testing/screens.ts';

const tables = {
  'map.tsv': [
    'kind\tid\tpoints\tat\tname',
    'grid\t\t200,200\t\t',
    'building\thall-1-1\t60,60 140,60 140,130 60,130\t\t',
  ],
  'amenities.tsv': [
    'id\tbuilding\tkind\tfloor\tspot\thours\tstepFree\tsource\tconfirmed\tgone',
    'water\thall-1-1\t정수기\tB1\t계단 옆\t\tno\t시설팀\t\t',
    'print\thall-1-1\t프린트\t2\t복사실\tdaily 00:00-24:00\tyes\t시설팀\t\t',
  ],
};

const test = onCampus(
  {
    university: '한빛대학교',
    domain: 'hanbit.ac.kr',
    categories: ['문과', '이과'],
    buildings: new Map([['문과', ['한빛관']]]),
  },
  tables,
);

test('campus with one building: has map, list and search, and hides unknown data @full', async ({
  page,
  server,
}) => {
  test.slow();
  const accounts = JSON.parse(await readFile(join(server.dataFolder, 'demo-accounts.json'), 'utf8')) as {
    email: string;
    password: string;
  }[];
  await page.goto('/');
  await logIn(page, accounts[0]?.email ?? '', accounts[0]?.password ?? '');
  await expectHome(page);
  await page.goto('/map');
  const drawing = page.getByRole('group', { name: '학교 지도 그림' });
  await expect(drawing.getByRole('link')).toHaveText(['한빛관']);
  // Without known opening hours their filters are absent.
  const filters = page.getByRole('navigation', { name: '조건' }).getByRole('link');
  await expect(filters).toHaveText(['지금 어때요?', '계단 없이']);
  await page.getByRole('link', { name: '정수기', exact: true }).click();
  await expect(drawing.getByRole('link', { name: '한빛관, 정수기 1곳' })).toBeVisible();
  await expect(page.getByText('B1층')).toBeVisible();
  await filters.last().click();
  await expect(page.getByText('조건에 맞는 곳이 아직 알려지지 않았어요.')).toBeVisible();
  await page.goto(`/search?${new URLSearchParams({ query: '한빛관 프린트' })}`);
  await page.getByRole('link', { name: '프린트 · 1곳' }).click();
  await expectPath(page, `/map?${new URLSearchParams({ kind: '프린트' })}`);
  await expect(page.getByText('복사실')).toBeVisible();
});
