import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeAnotherCampus, writeAnotherCampus } from '../../server/testing/outside/another-campus.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { expect, test as base } from '../testing/fixtures.ts';
import {
  cardTitles,
  expectAlert,
  expectHome,
  expectPath,
  logIn,
  sidewaysScroll,
} from '../testing/screens.ts';
import { body, keywordButton, openWrite, submit, title } from '../testing/write-form.ts';

const campus = makeAnotherCampus(8);

/** Own server, first started on a newly generated campus. */
const test = base.extend<object, { owned: JourneyServer }>({
  owned: [
    async ({ ownServer: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'madang-another-'));
      await writeAnotherCampus(folder, campus);
      const server = new JourneyServer(join(folder, 'data'));
      await server.start({ CAMPUS: folder });
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const picturesOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('a[href^="/building/"] img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));

test('generated campus: starts, creates demo data, and a student uses it @full', async ({ page, server }) => {
  test.slow();
  const accounts = JSON.parse(await readFile(join(server.dataFolder, 'demo-accounts.json'), 'utf8')) as {
    email: string;
    password: string;
  }[];
  const [demo = { email: '', password: '' }] = accounts;
  expect(demo.email).toBe(`demo@${campus.domain}`);

  await test.step('log in with the demo account', async () => {
    await page.goto('/');
    await logIn(page, demo.email, demo.password);
    await expectHome(page);
    await expect(page.locator('[aria-roledescription=carousel] img').first()).toBeVisible();
  });

  await test.step('the buildings by the campus’s own categories; one without picture has the placeholder', async () => {
    await page.goto('/building');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(['전체', ...campus.categories]);
    for (const category of campus.categories) {
      await page.getByRole('tab', { name: category }).click();
      const names = campus.buildings.get(category) ?? [];
      await expect(page.getByRole('main').locator('a[href^="/building/"]')).toHaveCount(names.length);
      for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible();
    }
    await page.getByRole('tab', { name: campus.categories[0] ?? '', exact: true }).click();
    const placeholder = '/campus/buildings/placeholder.svg';
    await expect
      .poll(() => picturesOf(page))
      .toEqual(['/campus/buildings/hall-1-1.svg', placeholder, placeholder, placeholder]);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  await test.step('a building of the last category: what the demo wrote there, and a post of one’s own', async () => {
    await page.goto('/building/hall-8-4');
    await expect(cardTitles(page).first()).toBeVisible();
    const shown = page.locator('img[src="/campus/buildings/placeholder.svg"]').first();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await openWrite(page, '/building/hall-8-4');
    await title(page).fill('새 캠퍼스의 첫 글');
    await body(page).fill('자리가 많아요.');
    await keywordButton(page).click();
    await page.getByRole('button', { name: '공부 장소' }).click();
    await page.getByRole('button', { name: '완료' }).click();
    await submit(page).click();
    await expectPath(page, '/building/hall-8-4');
    await expectAlert(page, '+50');
  });

  await test.step('it is found by its keyword in the eighth category', async () => {
    await page.goto('/keyword');
    await page.getByRole('button', { name: /^공부/ }).click();
    const choices = page.getByRole('dialog').getByRole('link');
    await expect(choices).toHaveText([...campus.categories]);
    await choices.last().click();
    await expectPath(page, '/keyword/5/8');
    await expect(cardTitles(page).first()).toHaveText('새 캠퍼스의 첫 글');
    await cardTitles(page).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '새 캠퍼스의 첫 글' })).toBeVisible();
  });
});
