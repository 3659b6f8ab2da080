import { readFileSync } from 'node:fs';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

interface Package {
  dependencies: Record<string, string>;
}

const readDependencies = (workspace: string) =>
  Object.entries(
    (JSON.parse(readFileSync(new URL(`../../${workspace}/package.json`, import.meta.url), 'utf8')) as Package)
      .dependencies,
  ).filter(([name]) => !name.startsWith('@madang/'));

test('[LI-01] every library that runs in server or browser, with version, licence and its text, from the app itself, at the second try where the first had no network', async ({
  page,
  watch,
  signIn,
}) => {
  await signIn();
  watch.expect(/Failed to load resource: net::ERR_/);
  await page.route('**/libraries*.json', (route) => route.abort());
  const origins = new Set<string>();
  page.on('request', (call) => origins.add(new URL(call.url()).origin));
  await page.goto('/mypage');
  await page.getByRole('link', { name: '오픈소스 라이선스' }).click();
  await expectPath(page, '/mypage/licences');
  await expect(page.getByRole('alert')).toContainText('서버가 잠시 쉬고 있어요');
  await page.unroute('**/libraries*.json');
  await page.getByRole('button', { name: '다시 시도' }).click();
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('react')).toBeVisible();
  const rows = await page.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => ({
      facts: [...(item.querySelector('summary')?.children ?? [])].map(({ textContent }) => textContent),
      text: item.querySelector('pre')?.textContent,
    })),
  );
  const facts = rows.map((one) => one.facts.join(' '));
  for (const [name, version] of [...readDependencies('web'), ...readDependencies('server')])
    expect(facts).toContainEqual(expect.stringMatching(new RegExp(`^${name} ${version} · .`)));
  // Not only what is named in a package.json: what those need runs as well.
  expect(facts).toContainEqual(expect.stringMatching(/^scheduler .*\d · MIT/));
  // What only builds or tests the app does not.
  expect(facts.filter((one) => one.startsWith('vite '))).toEqual([]);
  expect(rows.length).toBeGreaterThan(60);
  for (const {
    facts: [name],
    text,
  } of rows)
    expect(text?.length, `${name} has a text`).toBeGreaterThan(500);

  await expect(row('react').getByText(/Permission is hereby granted/)).toBeHidden();
  await row('react').getByText('react', { exact: true }).click();
  await expect(row('react').getByText(/Permission is hereby granted/)).toBeVisible();
  await expectAccessible(page);
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  await page.goBack();
  await expectPath(page, '/mypage');
});
