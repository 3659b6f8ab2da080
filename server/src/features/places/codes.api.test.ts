import { CODE_REPORTS, CODE_REPORTS_AN_HOUR, type CodeReport } from '@madang/contract/places/crowd';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { beginFreshWindow } from '../../../testing/limit-windows.ts';
import { type MadeUser, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { makeStaff, suspend } from '../../../testing/moderation.ts';
import { operate, operateIn } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listCodes, makeCode, printSigns } from './codes.ts';

const HALL = 'main-hall';
const testApp = await startTestApp({ edition: 'official', limited: true });
const student = await makeUser(testApp);
await testApp.database.change(
  `INSERT INTO amenities VALUES ('coded-cafe', 'main-hall', '카페', '1', '로비', '', '', '답사', '', '', '{}')`,
);
beforeEach(async () => {
  for (const table of ['printed_codes', 'place_voices', 'voice_counts', 'amenity_voices', 'rate_limits'])
    await testApp.database.change(`DELETE FROM ${table}`);
});

async function addCode(amenityId: string | null = null): Promise<string> {
  const code = makeCode();
  await testApp.database.change(
    'INSERT INTO printed_codes (code, building_id, amenity_id, spot) VALUES ($1, $2, $3, $4)',
    [code, HALL, amenityId, '3층 라운지'],
  );
  return code;
}

const say = async ({ browser }: MadeUser, code: string, voice: CodeReport) => {
  const answer = await browser.call('POST /api/codes/voice', { body: { code, voice } });
  return answer.problem?.code ?? answer.body.counted;
};
const voices = () =>
  testApp.database.rows<{ crowd: string; quiet: boolean; byCode: boolean }>(
    'SELECT crowd, quiet, by_code AS "byCode" FROM place_voices ORDER BY said_at, crowd, by_code',
  );
const age = (minutes: number) =>
  testApp.database.change(`UPDATE place_voices SET said_at = said_at - make_interval(mins => $1)`, [minutes]);
const read = async (code: string) =>
  (await testApp.browser().call('GET /api/codes/{code}', { path: { code } })).body.sign;

describe('[PL-11] crowd report by a printed code', () => {
  test('weighs more; unset fields keep their values of the last ten minutes', async () => {
    const code = await addCode();
    expect(await say(student, code.toUpperCase(), 'crowded')).toBe(true);
    expect(await say(student, code, 'quiet')).toBe(false);
    expect(await voices()).toEqual([{ crowd: 'crowded', quiet: true, byCode: true }]);
    expect(await say(student, code, 'free')).toBe(false);
    expect(await voices()).toEqual([{ crowd: 'free', quiet: true, byCode: true }]);
    // A report in the app has no code.
    await student.browser.call('PUT /api/voices', { body: { buildingId: HALL, crowd: 'free' } });
    expect(await voices()).toEqual([{ crowd: 'free', quiet: false, byCode: false }]);
  });

  test('of one student at a place weighs more twice an hour, despite several codes', async () => {
    const codes = [await addCode(), await addCode(), await addCode()];
    for (const code of codes) {
      expect(await say(student, code, 'free')).toBe(true);
      await age(11);
    }
    expect((await voices()).map(({ byCode }) => byCode)).toEqual([true, true, false]);
    // A changed report is not counted again.
    await testApp.database.change('DELETE FROM place_voices');
    await testApp.database.change(`UPDATE voice_counts SET since = since - interval '1 hour'`);
    for (const voice of ['free', 'normal', 'crowded'] as const) await say(student, codes[0] ?? '', voice);
    expect(await voices()).toEqual([{ crowd: 'crowded', quiet: false, byCode: true }]);
    const counts = await testApp.database.rows('SELECT count FROM voice_counts WHERE since IS NOT NULL');
    expect(counts).toEqual([{ count: 1 }]);
  });

  test('two at once count as one', async () => {
    const code = await addCode();
    const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
    const cookie = `madang=${await testApp.app.sessions.begin(testApp.database, student.id)}`;
    const browsers = [...processes, ...processes].map((one, index) =>
      Object.assign(one.browser(), { cookie: index % 2 ? cookie : student.browser.cookie }),
    );
    const said = await Promise.all(
      browsers.map((browser, index) =>
        browser.call('POST /api/codes/voice', { body: { code, voice: CODE_REPORTS[index % 3] ?? 'free' } }),
      ),
    );
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 200));
    expect(said.filter(({ body }) => body.counted)).toHaveLength(1);
    expect(await voices()).toMatchObject([{ byCode: true }]);
  });

  test(`counts as one of ${CODE_REPORTS_AN_HOUR} an hour of its code, unless refused or repeated`, async () => {
    beginFreshWindow();
    const [code, other] = [await addCode(), await addCode()];
    const unverified = await makeUser(testApp, { right: false });
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await say(unverified, code, 'free')).toBe('right.required');
      await say(student, code, 'free');
    }
    await testApp.database.change('DELETE FROM place_voices');
    const students: MadeUser[] = [];
    for (let number = 1; number < CODE_REPORTS_AN_HOUR; number += 1) students.push(await makeUser(testApp));
    for (const one of students) expect(await say(one, code, 'free')).toBe(true);
    const late = await makeUser(testApp);
    const refused = await late.browser.call('POST /api/codes/voice', {
      // Any spelling of the code.
      body: { code: code.toUpperCase(), voice: 'free' },
    });
    expect([refused.problem?.code, (refused.problem?.retryAfter ?? 0) <= 3_600]).toEqual([
      'limit.reached',
      true,
    ]);
    expect(await say(late, other, 'free')).toBe(true);
  });

  test('is refused for a muted place, wrong codes and suspended users', async () => {
    const code = await addCode();
    await testApp.database.change('INSERT INTO voice_mutes (building_id) VALUES ($1)', [HALL]);
    expect(await say(student, code, 'free')).toBe('place.muted');
    await testApp.database.change('DELETE FROM voice_mutes');
    const suspended = await makeUser(testApp);
    await suspend(testApp, suspended);
    expect(await say(suspended, code, 'free')).toBe('writing.suspended');
    expect(await say(student, makeCode(), 'free')).toBe('resource.missing');
    for (const body of [{ code: 'x'.repeat(8_192) }, { code }, { code, voice: 'there' }, { voice: 'free' }])
      expect((await student.browser.send('POST', '/api/codes/voice', { json: body })).status).toBe(422);
    expect(await voices()).toEqual([]);
  });
});

test('[PL-11] code of an amenity: required to confirm it; once a day, as one of ten', async () => {
  const confirm = async (code: string) => {
    const answer = await student.browser.call('POST /api/codes/confirmation', { body: { code } });
    return answer.problem?.code ?? answer.body.counted;
  };
  const code = await addCode('coded-cafe');
  expect(await confirm(code)).toBe(true);
  expect(await confirm(code)).toBe(false);
  expect(await testApp.database.rows('SELECT there FROM amenity_voices')).toEqual([{ there: true }]);
  expect(await confirm(await addCode())).toBe('resource.missing');
  await operate(testApp, 'codes', 'replace', code, '--reason', '낡음');
  expect(await confirm(code)).toBe('code.replaced');
});

test('[PL-11] code page: shows known facts to everyone without names; reading it reports nothing', async () => {
  const code = await addCode('coded-cafe');
  expect(await read(code)).toMatchObject({
    building: { id: HALL },
    spot: '3층 라운지',
    amenityId: 'coded-cafe',
    replaced: false,
    muted: false,
    voices: {},
  });
  for (const one of [student, await makeUser(testApp)]) await say(one, code, 'crowded');
  await expect
    .poll(async () => (await read(code))?.voices, { timeout: 5_000 })
    .toMatchObject({
      now: 'crowded',
      n: 2,
    });
  expect((await testApp.browser().send('HEAD', `/api/codes/${code}`)).status).toBe(200);
  expect(await voices()).toHaveLength(2);
  expect(await read(makeCode())).toBeNull();
  expect((await testApp.browser().send('GET', `/api/codes/${'x'.repeat(8_192)}`)).status).toBe(404);
});

describe('[PL-11] the operator', () => {
  const list = async () => (await listCodes(testApp.database)).map(({ code }) => code);

  test('adds codes, and replaces one, whose sign reports that without naming the new one', async () => {
    expect(await operate(testApp, 'codes', 'add', HALL, '--spot', ' 3층\t라운지 ')).toMatchObject({
      code: 0,
    });
    const [code = ''] = await list();
    const sign = await read(code);
    expect(sign).toMatchObject({ spot: '3층 라운지', amenityId: null });
    expect((await operate(testApp, 'codes', 'replace', code)).code).toBe(2);
    const { output } = await operate(testApp, 'codes', 'replace', code, '--reason', '사진');
    expect((await operate(testApp, 'codes', 'replace', code, '--reason', '사진')).output).toContain(
      'replaced already',
    );
    expect((await operate(testApp, 'codes', 'replace', '00000000', '--reason', 'x')).errors).toContain(
      'there is no code "00000000"',
    );
    const next = (await list()).find((one) => one !== code) ?? '';
    expect(output).toContain(`code ${code} is replaced by ${next}`);
    await expect.poll(async () => (await read(code))?.replaced, { timeout: 5_000 }).toBe(true);
    expect(JSON.stringify(await read(code))).not.toContain(next);
    expect(await say(student, code, 'free')).toBe('code.replaced');
    expect(await say(student, next, 'free')).toBe(true);
    const audit = (await operate(testApp, 'audit', 'list')).output;
    expect(audit).toMatch(new RegExp(`codes replace by ${next} +${code} +사진`));
    expect(audit).toMatch(new RegExp(`codes add ${HALL} +${code}`));
    const listed = (await operate(testApp, 'codes', 'list', '--json')).output;
    expect(listed).toContain(`"replaced":"${next}"`);
  });

  test('is refused for unknown places, amenities and spots, and for two concurrent replacements', async () => {
    const add = (...more: string[]) => operate(testApp, 'codes', 'add', ...more);
    expect((await add('nowhere')).errors).toContain('there is no building "nowhere"');
    expect((await add('question')).errors).toContain('there is no building "question"');
    expect((await add('science-library', '--amenity', 'coded-cafe')).errors).toContain('has no amenity');
    expect((await add(HALL, '--spot', '가'.repeat(41))).errors).toContain('longer than 40');
    await add(HALL, '--amenity', 'coded-cafe');
    const [code = ''] = await list();
    expect((await read(code))?.spot).toBe('1층 카페 로비');
    await Promise.all([1, 2].map(() => operate(testApp, 'codes', 'replace', code, '--reason', '동시에')));
    expect(await list()).toHaveLength(2);
  });

  test('does the same from the web, with the reason, and prints there', async () => {
    const operator = await makeStaff(testApp);
    await operator.browser.call('POST /api/moderation/confirmation', { body: { password: PASSWORD } });
    const place = { building: HALL, amenity: null, spot: '로비', reason: '새 안내판' };
    expect((await operator.browser.call('POST /api/operate/codes', { body: place })).status).toBe(204);
    const [code = ''] = await list();
    const replace = (reason: string) =>
      operator.browser.call('POST /api/operate/codes/{code}/replacement', {
        path: { code },
        body: { reason },
      });
    expect((await replace('')).problem?.code).toBe('input.invalid');
    expect((await replace('밖에서 씀')).status).toBe(204);
    const { codes } = (await operator.browser.call('GET /api/operate/campus', {})).body;
    expect(codes).toMatchObject([{ buildingId: HALL, spot: '로비' }]);
    const page = await operator.browser.send('GET', `/api/operate/codes/signs?size=a7&building=${HALL}`);
    const text = await page.text();
    expect(text).toContain(`/at/${codes[0]?.code}`);
    expect(text).not.toContain(code);
    expect(text).not.toMatch(/<script|href=|src=|url\(/);
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
  });

  test('prints signs whose codes lead to the site, and none without its address', async () => {
    const [code, other] = [await addCode(), await addCode()];
    const out = `/tmp/madang-codes-${code}.html`;
    const without = await operate(testApp, 'codes', 'print', '--out', out);
    expect(without).toMatchObject({ code: 1, errors: expect.stringContaining('ORIGIN is not set') });
    const site = { ORIGIN: 'https://madang.example.ac.kr', SMTP_URL: 'smtps://a:b@mail.example.ac.kr' };
    expect(await operateIn(site, testApp, 'codes', 'print', '--out', out)).toMatchObject({
      code: 0,
      errors: '',
    });
    expect((await operateIn(site, testApp, 'codes', 'print', code, '--out', out)).output).toContain('1 sign');
    expect((await operateIn(site, testApp, 'codes', 'print', '--size', 'a5')).code).toBe(2);
    expect((await operateIn(site, testApp, 'codes', 'print', makeCode(), '--out', out)).code).toBe(1);
    const rows = await listCodes(testApp.database);
    const page = printSigns({ product: '마당', origin: site.ORIGIN }, rows, 'a6');
    const addresses: (string | undefined)[] = [];
    for (const [svg] of page.matchAll(/<svg.*?<\/svg>/gs)) {
      const picture = sharp(Buffer.from(svg)).resize(600, 600, { kernel: 'nearest' }).ensureAlpha();
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
      addresses.push(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data);
    }
    expect(addresses.toSorted()).toEqual([code, other].map((one) => `${site.ORIGIN}/at/${one}`).toSorted());
    const evil = printSigns(
      { product: '<b>', origin: site.ORIGIN },
      rows.map((row) => ({ ...row, spot: '<script>alert(1)</script>' })),
      'a7',
    );
    expect(evil).not.toMatch(/<script|<b><b>/);
  });
});
