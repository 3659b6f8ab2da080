import type { Campus } from '@madang/campus/campus';
import { loadCampus } from '@madang/campus/load-campus';
import type { Reason } from '@madang/contract/places/places-now';
import type { PlacesNow } from '@madang/contract/places/schema';
import { describe, expect, inject, test } from 'vitest';
import { campusFolder } from '../../../testing/folders.ts';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

/** The campus clock is past noon now: `Etc/GMT-5` is five hours ahead. */
const ahead = 12 - new Date().getUTCHours();
const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
const FIVE_MINUTES = 300_000;

const loaded = await loadCampus(campusFolder);

const campus: Campus = { ...loaded, settings: { ...loaded.settings, timeZone } };

const testApp = await startTestApp({ campus, edition: 'official', floods: false });
const processes: TestApp[] = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
const student = await makeUser(testApp);

const read = async (at = testApp) =>
  (await (
    await fetch(`${at.origin}/api/places/now`, { headers: { Cookie: student.browser.cookie } })
  ).json()) as PlacesNow;
const makeDue = () => testApp.database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'placesNow'`);
/** Runs the job, and waits until it is done. */
async function find(): Promise<void> {
  await testApp.database.change("UPDATE places_now SET found_at = found_at - interval '1 hour'");
  await makeDue();
  const isOver = async () =>
    (
      await testApp.database.rows(
        `SELECT 1 FROM jobs WHERE kind = 'placesNow' AND due_at > now() AND attempts = 0`,
      )
    ).length;
  await expect.poll(isOver, { timeout: 10_000 }).toBe(1);
}
const change = (sql: string) => testApp.database.change(sql);

/** Creates a few buildings with every fact for or against a suggestion. */
async function makeWorld(): Promise<void> {
  const others = [await makeUser(testApp), await makeUser(testApp)];
  for (const user of [student, ...others]) await makePost(user, 'hana-square', { keywords: ['콘센트 장소'] });
  for (const board of ['main-hall', 'main-hall', 'law-hall'])
    await makePost(student, board, { keywords: ['콘센트 장소'] });
  await makePost(student, 'west-hall', { keywords: ['추천 장소', '팀플 장소'], title: '오래된 글' });
  // Its lounge opens in the evening.
  await makePost(student, 'student-union', { keywords: ['휴식 장소'] });
  const hidden = await makePost(student, 'west-hall', { keywords: ['콘센트 장소'] });
  await change(`UPDATE posts SET hidden_at = now() WHERE id = '${hidden}'`);
  const old = await makePost(student, 'west-hall', { keywords: ['발표 장소'] });
  await change(`UPDATE posts SET created_at = now() - interval '61 days' WHERE id = '${old}'`);
  await change(`INSERT INTO rooms (id, building_id, name, floor, seats, step_free, source)
    SELECT building || number, building, number || '호', '1', '', '', ''
      FROM unnest(ARRAY['main-hall', 'law-hall']) AS building, generate_series(101, 103) AS number`);
  await change(`INSERT INTO timetable (room_id, weekday, from_time, to_time, first_day, last_day)
    VALUES ('main-hall101', 'daily', '11:00', '16:00', '2020-01-01', '2099-12-31'),
           ('main-hall102', 'daily', '09:00', '10:15', '2020-01-01', '2099-12-31')`);
  await change(`INSERT INTO amenities (id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on, imported)
    SELECT building || kind || number, building, kind, '1', '', hours, '', '', '', gone, '{}'
      FROM (VALUES ('science-library', '열람실', 1, '', ''), ('science-library', '열람실', 2, '', ''),
                   ('student-union', '학생식당', 1, 'daily 08:00-20:00', ''), ('student-union', '학생식당', 2, '', ''),
                   ('student-union', '편의점', 1, '', '2026-03-02'), ('student-union', '라운지', 1, 'daily 18:00-20:00', ''),
                   ('hana-square', '카페', 1, '', ''), ('hana-square', '라운지', 1, '', ''),
                   ('central-plaza', '카페', 1, '', ''), ('law-hall', '카페', 1, '', '')) AS row (building, kind, number, hours, gone)`);
  await change(`INSERT INTO opening_hours (building_id, from_day, to_day, hours, source)
    VALUES ('science-library', '', '', 'daily 06:00-23:00', ''), ('law-hall', '', '', 'daily 20:00-22:00', '')`);
  await change(`INSERT INTO voice_history (building_id, weekday, period, planted)
    SELECT id, weekday, period, 'free' FROM unnest(ARRAY['hana-square', 'law-hall']) AS id, generate_series(1, 7) AS weekday, generate_series(0, 9) AS period`);
  await change(`INSERT INTO voice_mutes VALUES ('central-plaza')`);
  await change(`INSERT INTO place_voices (building_id, pseudonym, said_at, crowd, quiet)
    SELECT id, convert_to(n::text, 'UTF8'), date_trunc('minute', now()), crowd, quiet
      FROM (VALUES ('science-library', 'free', true), ('student-union', 'crowded', false), ('central-plaza', 'crowded', false),
                   ('law-hall', 'free', true)) AS row (id, crowd, quiet), generate_series(1, 2) AS n`);
}

describe('[PL-07] the three places now', () => {
  test('are those of a listed world, for twelve keywords, each with its reason', async () => {
    await find();
    expect(await read()).toEqual({
      at: null,
      lead: null,
      keywords: testApp.campus.settings.keywords.map(() => []),
    });
    await makeWorld();
    await find();
    const library = (reason: Reason) => ['science-library', reason];
    const square = (reason: Reason) => ['hana-square', reason];
    const expected: Record<string, unknown[]> = {
      비대면: [library({ quiet: 2, crowd: 'free' })],
      팀플: [
        ['main-hall', { rooms: 2 }],
        ['west-hall', { posts: 1 }],
      ],
      수면: [library({ quiet: 2, crowd: 'free' }), square({ amenities: 1, kind: '라운지', usual: 'free' })],
      // With an open cafeteria no café is named, however free.
      식사: [['student-union', { amenities: 2, kind: '학생식당', crowd: 'crowded' }]],
      공부: [library({ amenities: 2, kind: '열람실', quiet: 2 }), ['main-hall', { rooms: 2 }]],
      콘센트: [square({ posts: 3, usual: 'free' }), ['main-hall', { posts: 2 }]],
      휴식: [
        square({ amenities: 1, kind: '라운지', usual: 'free' }),
        ['central-plaza', { amenities: 1, kind: '카페' }],
      ],
      발표: [],
      대화: [
        square({ amenities: 1, kind: '라운지', usual: 'free' }),
        ['central-plaza', { amenities: 1, kind: '카페' }],
      ],
      노트북: [
        library({ amenities: 2, kind: '열람실', crowd: 'free' }),
        square({ amenities: 1, kind: '라운지', usual: 'free' }),
      ],
      조용한: [library({ amenities: 2, kind: '열람실', quiet: 2 }), ['main-hall', { rooms: 2 }]],
      추천: [['west-hall', { posts: 1 }]],
    };
    for (const one of processes) {
      const found = async () => {
        const { keywords } = await read(one);
        return Object.fromEntries(
          testApp.campus.settings.keywords.map((name, index) => [
            name,
            keywords[index]?.map(({ id, reason }) => [id, reason]),
          ]),
        );
      };
      await expect.poll(found, { timeout: 5_000 }).toEqual(expected);
      const { at, lead, keywords } = await read(one);
      expect(Math.abs((at ?? 0) * 60_000 - Date.now())).toBeLessThan(120_000);
      // Crowd reports support the first keyword; at noon no place has one for meals.
      expect(lead).toBe(0);
      expect(keywords[0]?.[0]?.name).toBe('과학도서관');
    }
  });

  test('are found once over all processes, at the beginning of each five minutes', async () => {
    await change('CREATE TABLE runs (at timestamptz DEFAULT now())');
    await change(`CREATE FUNCTION note_run() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO runs DEFAULT VALUES; RETURN NULL; END'`);
    await change(`CREATE TRIGGER note_run AFTER DELETE ON places_now EXECUTE FUNCTION note_run()`);
    const began = Math.floor(Date.now() / FIVE_MINUTES);
    await find();
    for (const { app } of processes) app.jobs.wake();
    const row = await testApp.database.first<{ left: number; over: number }>(
      `SELECT extract(epoch FROM due_at - now())::float8 AS left, extract(epoch FROM due_at)::int % 300 AS over
         FROM jobs WHERE kind = 'placesNow'`,
    );
    expect(row?.over).toBe(0);
    expect(row?.left).toBeGreaterThan(0);
    expect(row?.left).toBeLessThanOrEqual(300);
    const runs = (await testApp.database.rows('SELECT 1 FROM runs')).length;
    // Once, and again for each five minutes that began meanwhile.
    expect(runs).toBeGreaterThanOrEqual(1);
    expect(runs).toBeLessThanOrEqual(1 + Math.floor(Date.now() / FIVE_MINUTES) - began);
    await change('DROP TRIGGER note_run ON places_now');
  });

  test('are dropped after fifteen minutes; a removed place is none', async () => {
    await find();
    await expect.poll(async () => (await read()).at).not.toBeNull();
    await change(`DELETE FROM places_now WHERE building_id = 'main-hall'`);
    await change(`UPDATE places_now SET found_at = now() - interval '14 minutes'`);
    await expect
      .poll(async () => (await read()).keywords.flat().map(({ id }) => id))
      .not.toContain('main-hall');
    await change(`UPDATE places_now SET found_at = now() - interval '15 minutes'`);
    await expect.poll(read).toMatchObject({ at: null, lead: null });
  });

  test('stay within 5 KB if every keyword has long-named places with two reasons each', async () => {
    await change('DELETE FROM places_now');
    await change(`INSERT INTO places_now (keyword, rank, building_id, reason, found_at)
      SELECT keyword, rank, id, '{"amenities": 12, "kind": "스터디룸", "crowd": "crowded"}', now()
        FROM unnest(ARRAY['${testApp.campus.settings.keywords.join("','")}']) AS keyword,
             (SELECT id, row_number() OVER (ORDER BY length(id) + octet_length(name) DESC) AS rank
                FROM buildings WHERE kind = 'building' LIMIT 3) AS longest`);
    await expect.poll(async () => (await read()).keywords.flat().length).toBe(36);
    expect(Buffer.byteLength(JSON.stringify(await read()))).toBeLessThanOrEqual(5_000);
  });
});
