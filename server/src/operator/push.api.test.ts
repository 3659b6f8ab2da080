import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUser } from '../../testing/makers.ts';
import { operate, operateIn } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { readConfig } from '../config.ts';
import { openPush } from '../open.ts';

const testApp = await startTestApp({ edition: 'official' });

const folder = makeFolder('push');

test('push keys: creates the file once; the next start uses it, and doctor reports it', async () => {
  const environment = { DATA_DIR: join(folder, 'data'), EDITION: 'official' };
  const file = join(environment.DATA_DIR, 'push-keys.json');
  const doctor = async () => (await operateIn(environment, testApp, 'doctor')).output.match(/push .*/)?.[0];
  expect(await openPush(readConfig(environment))).toBeNull();
  expect(await doctor()).toMatch(/^push +off: operator push keys creates the keys$/);
  const made = await operateIn(environment, testApp, 'push', 'keys');
  expect(made).toMatchObject({
    code: 0,
    output: `The keys are in ${file}; servers push with them from their next start on`,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { publicKey, privateKey } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(made.output).not.toContain(privateKey);
  const again = await operateIn(environment, testApp, 'push', 'keys');
  expect([again.code, again.errors]).toEqual([
    1,
    `operator: ${file} exists already; with other keys every browser must subscribe again`,
  ]);
  const push = await openPush(readConfig(environment));
  expect(push?.keys.publicKey).toBe(publicKey);
  expect(push?.services).toContain('fcm.googleapis.com');
  push?.transport.close();
  expect(await doctor()).toBe(`push           keys in ${file}`);
  // A server still accepts the folder.
  expect(existsSync(file)).toBe(true);
});

test('named file: must exist and contain keys, otherwise the start fails with one line', async () => {
  const file = join(folder, 'named.json');
  const environment = { DATA_DIR: folder, PUSH_KEYS: file };
  await expect(openPush(readConfig(environment))).rejects.toThrow(
    `PUSH_KEYS: ${file} does not exist; operator push keys creates it`,
  );
  writeFileSync(file, '{}');
  await expect(openPush(readConfig(environment))).rejects.toThrow(
    `PUSH_KEYS: ${file} holds no keys as operator push keys makes them`,
  );
  const { output, code } = await operateIn(environment, testApp, 'doctor');
  expect([code, output]).toEqual([1, expect.stringMatching(/fail {2}push .* → restore your copy/)]);
});

if (inject('engine') === 'postgres') {
  test('missing keys with subscribed browsers: doctor fails', async () => {
    const user = await makeUser(testApp);
    await testApp.database.change(
      `INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
       SELECT gen_random_uuid(), id, user_id, 'https://push.example.com/1', 'key', 'auth', 'Android', 'Chrome'
         FROM sessions WHERE user_id = $1 LIMIT 1`,
      [user.id],
    );
    const environment = {
      DATA_DIR: join(folder, 'keyless'),
      EDITION: 'official',
      DATABASE_URL: await addressOf(testApp.database),
    };
    const { code, output } = await operateIn(environment, testApp, 'doctor');
    expect(code).toBe(1);
    expect(output).toMatch(
      /^fail {2}push +\S+push-keys\.json is missing: 1 browsers .* → restore your copy/m,
    );
  });
}

test('stats --by push counts what was made, sent, opened and refused, by kind', async () => {
  await testApp.database.change(
    `INSERT INTO analytics_events (kind, screen, at, count) VALUES
       ('pushMade', 'answer', '2026-05-01T01:00:00Z', 7), ('pushSent', 'answer', '2026-05-01T01:00:00Z', 6),
       ('pushOpened', 'answer', '2026-05-01T02:00:00Z', 2), ('pushRefused', 'several', '2026-05-01T02:00:00Z', 1)`,
  );
  const { output } = await operate(
    testApp,
    ...'stats --from 2026-05-01 --to 2026-05-01 --by push --csv'.split(' '),
  );
  expect(output.split('\n')).toEqual([
    '\uFEFFday,line,made,sent,opened,refused',
    '2026-05-01,answer,7,6,2,0',
    '2026-05-01,several,0,0,0,1',
  ]);
});
