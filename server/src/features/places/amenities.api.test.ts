import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { plantAmenities } from './amenities.ts';

const testApp = await startTestApp({ edition: 'official' });
await plantAmenities(testApp.database, testApp.campus);
const user = await makeUser(testApp);

const readPack = async () => (await user.browser.call('GET /api/campus/pack', {})).body;

test('[PL-12] campus pack: has all amenities by building and floor, hours and kinds, and stays small', async () => {
  const pack = await readPack();
  expect(pack.amenities).toHaveLength(testApp.campus.amenities.length);
  const shown = pack.amenities.filter(({ buildingId }) => buildingId === 'central-library');
  expect(shown.map(({ floor }) => floor)).toEqual(['1', '1', '1', '1', '1', '2', '2', '3', '3', '4']);
  expect(pack.amenities.find(({ id }) => id === 'central-plaza-cafe')).toEqual({
    id: 'central-plaza-cafe',
    buildingId: 'central-plaza',
    kind: '카페',
    floor: 'B1',
    spot: '광장 출구 앞',
    hours: [
      { days: [1, 2, 3, 4, 5], from: '08:00', to: '21:00' },
      { days: [6], from: '10:00', to: '18:00' },
    ],
    stepFree: true,
    source: '예시 자료',
    confirmedOn: expect.any(String) as string,
    goneOn: null,
    doubtedOn: null,
  });
  expect(pack.amenities.find(({ id }) => id === 'main-hall-vending')).toMatchObject({
    hours: null,
    stepFree: null,
  });
  expect(pack.hours.filter(({ buildingId }) => buildingId === 'main-hall')).toEqual([
    {
      buildingId: 'main-hall',
      from: null,
      to: null,
      hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }],
      source: '예시 자료',
    },
    { buildingId: 'main-hall', from: '2027-02-05', to: '2027-02-09', hours: [], source: '예시 자료' },
  ]);
  expect(pack.kinds.map(({ name }) => name)).toEqual(testApp.campus.settings.searchTerms);
  expect(pack.kinds).toContainEqual({ name: '도서관', askAfterDays: 365, icon: 'library' });
  expect(pack.kinds).toContainEqual({ name: '정수기', askAfterDays: 90, icon: 'water' });
  expect(gzipSync(JSON.stringify(pack)).length).toBeLessThan(60_000);
});

test('[PL-12] another amenity and other hours change the version of the pack within a second', async () => {
  const { version } = await readPack();
  await testApp.database.change(`UPDATE amenities SET spot = '계단 밑' WHERE id = 'main-hall-vending'`);
  await expect.poll(async () => (await readPack()).version, { timeout: 3_000 }).not.toBe(version);
  const second = (await readPack()).version;
  await testApp.database.change(`UPDATE opening_hours SET hours = 'closed' WHERE building_id = 'main-hall'`);
  await expect.poll(async () => (await readPack()).version, { timeout: 3_000 }).not.toBe(second);
});

test('[PL-10] campus folder: planted at the first start only, never into a removed building', async () => {
  const other = await startTestApp({ edition: 'official', caching: false });
  await other.database.change(`DELETE FROM buildings WHERE id = 'ice-rink'`);
  const count = async (table: string) =>
    (await other.database.rows<{ id: string }>(`SELECT building_id AS id FROM ${table}`)).length;
  await Promise.all([1, 2, 3].map(() => plantAmenities(other.database, other.campus)));
  const kept = other.campus.amenities.filter(({ building }) => building !== 'ice-rink');
  expect([kept.length < other.campus.amenities.length, await count('amenities')]).toEqual([
    true,
    kept.length,
  ]);
  await other.database.change('DELETE FROM amenities');
  await other.database.change('DELETE FROM opening_hours');
  await plantAmenities(other.database, other.campus);
  expect([await count('amenities'), await count('opening_hours')]).toEqual([0, 0]);
});
