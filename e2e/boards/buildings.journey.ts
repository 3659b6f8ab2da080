import type { Building } from '@madang/contract/campus/schema';
import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { backArrow, expectAlert, expectHome, expectPath } from '../testing/screens.ts';

const SPECIAL = ['freedom', 'feedback', 'buildingNotice', 'question', 'festival'];
const WITH_PLACEHOLDER = ['cj-house', 'ice-rink', 'pi-ville', 'techno-complex'];

interface Card {
  id: string;
  name: string;
  category: string;
  picture: string;
}

async function listBuildings(user: User): Promise<Building[]> {
  return (await user.client.ask('GET /api/buildings', {})).buildings;
}

function buildingLinks(page: Page) {
  return page.getByRole('main').locator('a[href^="/building/"]');
}

/** The cards as they stand on the screen, top to bottom. */
async function readCards(page: Page): Promise<Card[]> {
  return buildingLinks(page).evaluateAll((links) =>
    links.map((link) => {
      const [name = '', category = ''] = (link as HTMLElement).innerText.trim().split(/\s*\n\s*/);
      return {
        id: link.getAttribute('href')?.replace('/building/', '') ?? '',
        name,
        category,
        picture: link.querySelector('img')?.getAttribute('src') ?? '',
      };
    }),
  );
}

test('[RT-07] [SC-09] /building lists all buildings and no special board; /building/{id} shows one', async ({
  page,
  signIn,
  anybody,
}) => {
  const buildings = await listBuildings(anybody);
  await signIn();
  await page.goto('/building');
  await expect(buildingLinks(page)).toHaveCount(buildings.length);
  const cards = await readCards(page);
  expect(cards).toHaveLength(48);
  expect(cards.map(({ id }) => id).filter((id) => SPECIAL.includes(id))).toEqual([]);
  await page.goto('/building/main-hall');
  await expect(page.getByText('본관', { exact: true }).first()).toBeVisible();
  await expectPath(page, '/building/main-hall');
});

test('[SC-06] five tabs, each with the buildings of exactly its category', async ({
  page,
  signIn,
  anybody,
}) => {
  const buildings = await listBuildings(anybody);
  await signIn();
  await page.goto('/building');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['전체', '인문', '이공', '녹지', '의과·보건']);
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  for (const [label, category] of [
    ['인문', '인문'],
    ['이공', '이공'],
    ['녹지', '녹지'],
    ['의과·보건', '의과'],
    ['전체', null],
  ] as const) {
    const expected = buildings.filter((building) => category === null || building.category === category);
    expect(expected.length).toBeGreaterThan(0);
    await page.getByRole('tab', { name: label, exact: true }).click();
    await expect(page.getByRole('tab', { name: label, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(buildingLinks(page)).toHaveCount(expected.length);
    const cards = await readCards(page);
    expect(cards.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    if (category) expect(new Set(cards.map((card) => card.category))).toEqual(new Set([category]));
  }
});

test('[SC-07] cards show picture, name and category in the order of code points; the arrow goes back', async ({
  page,
  signIn,
  anybody,
}) => {
  const buildings = await listBuildings(anybody);
  await signIn();
  await page.goto('/keyword');
  await page.getByRole('navigation').getByRole('link', { name: '건물' }).click();
  await expect(buildingLinks(page)).toHaveCount(buildings.length);
  const cards = await readCards(page);
  for (const card of cards) {
    const building = buildings.find(({ id }) => id === card.id);
    expect(card).toMatchObject({ name: building?.name, category: building?.category });
    expect(card.picture).not.toBe('');
  }
  const names = cards.map(({ name }) => name);
  expect(names).toEqual(
    names.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
  );
  // Latin letters stand before Korean ones by code point; a dictionary would mix them otherwise.
  expect(names[0]).toMatch(/^[0-9A-Z]/);
  expect(names.at(-1)).toMatch(/^[가-힣]/);

  await backArrow(page).click();
  await expectPath(page, '/keyword');
  // Opened by a shared link there is no page of the app to go back to.
  const shared = await page.context().newPage();
  await shared.goto('/building');
  await backArrow(shared).click();
  await expectHome(shared);
});

test('[SC-08] a card opens its building at the top of the page', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/building');
  const link = buildingLinks(page).nth(30);
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expectPath(page, path);
  await expect(page.getByRole('tab', { name: '최신' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('[SC-10] pictures have a static path made from the id; four buildings share one placeholder', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/building');
  await expect(buildingLinks(page)).toHaveCount(48);
  const cards = await readCards(page);
  const placeholders = cards.filter(({ id }) => WITH_PLACEHOLDER.includes(id));
  expect(placeholders.map(({ id }) => id).toSorted()).toEqual(WITH_PLACEHOLDER);
  expect(new Set(placeholders.map(({ picture }) => picture)).size).toBe(1);
  const others = cards.filter(({ id }) => !WITH_PLACEHOLDER.includes(id));
  for (const { id, picture } of others) expect(picture).toMatch(new RegExp(`^/[a-z/]+/${id}\\.(svg|webp)$`));
  expect(new Set(others.map(({ picture }) => picture.replace(/[^/]+$/, ''))).size).toBe(1);

  // All of them are there, and are pictures.
  const broken = await page.evaluate(
    async (pictures) => {
      const answers = await Promise.all(
        pictures.map(async (source) => {
          const image = new Image();
          image.src = source;
          return image.decode().then(
            () => image.naturalWidth > 0,
            () => false,
          );
        }),
      );
      return pictures.filter((_, index) => !answers[index]);
    },
    [...new Set(cards.map(({ picture }) => picture))],
  );
  expect(broken).toEqual([]);
});

test('[SC-05] [SC-11] a building shows category and description; map and view only promise', async ({
  page,
  signIn,
  anybody,
}) => {
  const building = (await listBuildings(anybody)).find(({ id }) => id === 'central-plaza');
  if (!building) throw new Error('no central-plaza');
  await signIn();
  await page.goto('/building');
  await page.getByRole('button', { name: '학교 지도' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await expectPath(page, '/building');

  await page.goto('/building/central-plaza');
  await expect(page.getByRole('main').getByText(building.category, { exact: true })).toBeVisible();
  await expect(page.getByText(building.info)).toBeVisible();
  await page.getByRole('button', { name: '건물 보기' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await expectPath(page, '/building/central-plaza');
});

test('[ER-15] a building that does not exist is told on the console only, and the app goes on', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(404);
  watch.expect(/^console\.\w+: No such document!$/);
  await signIn();
  const told = page.waitForEvent('console', (message) => message.text() === 'No such document!');
  await page.goto('/building/no-such-hall');
  await told;
  await backArrow(page).first().click();
  await expect(buildingLinks(page)).toHaveCount(48);
});
