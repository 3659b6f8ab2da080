import type { PasskeyAnswer } from '@madang/contract/moderation/staff-schema';
import { beforeEach, expect, test } from 'vitest';
import { Authenticator } from '../../../testing/authenticator.ts';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { giveRole, makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';

const ORIGIN = 'http://madang.example.ac.kr';

let staff: MadeUser;
let phone: Authenticator;
const testApp = await startTestApp({ edition: 'official', passkeys: true, siteOrigin: ORIGIN });
beforeEach(async () => {
  staff = await makeUser(testApp);
  await giveRole(testApp, staff);
  phone = new Authenticator();
});

const start = async (user = staff) =>
  (await user.browser.call('POST /api/moderation/confirmation/start', {})).body;
const confirm = (passkey: PasskeyAnswer | null, password = PASSWORD, user = staff) =>
  user.browser.call('POST /api/moderation/confirmation', { body: { password, passkey } });
const queue = async (user = staff) => {
  const answer = await user.browser.call('GET /api/moderation/cases', {});
  return answer.problem?.code ?? answer.status;
};
/** The role has a passkey, and it was used now. */
async function register(user = staff, by = phone): Promise<void> {
  const { options } = await start(user);

  expect((await confirm(by.make(options, ORIGIN), PASSWORD, user)).status).toBe(204);
}
const later = () =>
  testApp.database.change(
    `UPDATE sessions SET passkey_at = now() - interval '16 minutes' WHERE user_id = $1`,
    [staff.id],
  );

test('[MO-19] [SF-37] role: needs a passkey; the first confirmation makes one, later ones use it', async () => {
  expect(await queue()).toBe('confirmation.required');
  // The password alone is not enough.
  expect((await start()).step).toBe('make');
  expect((await confirm(null)).problem?.code).toBe('passkey.refused');
  expect(await queue()).toBe('confirmation.required');
  await register();
  expect(await queue()).toBe(200);
  expect((await staff.browser.call('GET /api/operate/health', {})).status).toBe(200);
  await later();
  expect(await queue()).toBe('confirmation.required');
  const { step, options } = await start();
  expect(step).toBe('use');
  // Neither of the two alone.
  expect((await confirm(phone.use(options, ORIGIN), 'not it')).problem?.code).toBe(
    'account.reauthentication',
  );
  expect((await confirm(phone.use((await start()).options, ORIGIN))).status).toBe(204);
  expect(await queue()).toBe(200);
  const acts = await listAuditEntries(testApp.database, 50);
  expect(
    acts.filter(({ target }) => target === staff.id).map(({ action, actor }) => [action, actor]),
  ).toEqual([['passkey set', staff.id]]);
});

test('[MO-19] signature: valid once, for this session, site and passkey', async () => {
  await register();
  await later();
  const refused = async (passkey: PasskeyAnswer | null) =>
    (await confirm(passkey)).problem?.code === 'passkey.refused';
  // Another passkey, another site, an invented challenge, junk.
  expect(await refused(new Authenticator().use((await start()).options, ORIGIN))).toBe(true);
  expect(await refused(phone.use((await start()).options, 'https://madang.example.com'))).toBe(true);
  expect(await refused(phone.use({ challenge: 'AAAA' }, ORIGIN))).toBe(true);
  const made = phone.use((await start()).options, ORIGIN);
  for (const junk of [
    { ...made, id: '' },
    { ...made, id: 'x'.repeat(2_000) },
    { ...made, response: {} },
    { ...made, response: { clientDataJSON: 'x', authenticatorData: 7, signature: null } },
  ]) {
    await start();
    expect(await refused(junk)).toBe(true);
  }
  // A signature is valid once, also for two calls at once.
  const answer = phone.use((await start()).options, ORIGIN);
  const twice = await Promise.all([confirm(answer), confirm(answer)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([204, 403]);
  // Signs the challenge of another session.
  const other = await makeStaff(testApp);
  expect((await confirm(phone.make((await start()).options, ORIGIN), PASSWORD, other)).status).toBe(403);
  // Expired.
  const late = await start();
  await testApp.database.change(`UPDATE sessions SET challenge_at = now() - interval '6 minutes'`);
  expect(await refused(phone.use(late.options, ORIGIN))).toBe(true);
  // A copied passkey has an older counter.
  phone.counter = 0;
  expect(await refused(phone.use((await start()).options, ORIGIN))).toBe(true);
});

test('[MO-19] stolen session and password: change no passkey without the old one or the command line', async () => {
  await register();
  const thief = testApp.browser();
  await thief.call('POST /api/session', { body: { email: staff.email, password: PASSWORD } });
  const thiefs = new Authenticator();
  const started = await thief.call('POST /api/moderation/confirmation/start', {});
  expect(started.body.step).toBe('use');
  const body = { password: PASSWORD, passkey: thiefs.make(started.body.options, ORIGIN) };
  expect((await thief.call('POST /api/moderation/confirmation', { body })).problem?.code).toBe(
    'passkey.refused',
  );
  expect((await thief.call('POST /api/moderation/passkey/start', {})).problem?.code).toBe(
    'confirmation.required',
  );
  const replaced = await thief.call('PUT /api/moderation/passkey', { body: { passkey: body.passkey } });
  expect(replaced.problem?.code).toBe('confirmation.required');

  // The owner of the old passkey replaces it; the old one becomes invalid.
  const next = new Authenticator();
  const { options } = (await staff.browser.call('POST /api/moderation/passkey/start', {})).body;
  const change = await staff.browser.call('PUT /api/moderation/passkey', {
    body: { passkey: next.make(options, ORIGIN) },
  });
  expect(change.status).toBe(204);
  await later();
  expect((await confirm(phone.use((await start()).options, ORIGIN))).problem?.code).toBe('passkey.refused');
  expect((await confirm(next.use((await start()).options, ORIGIN))).status).toBe(204);

  // Lost: the command line deletes it, and it becomes invalid.
  const gone = await operate(testApp, 'role', 'drop-passkey', staff.email, '--reason', '휴대전화 분실');
  expect(gone.code).toBe(0);
  expect(await queue()).toBe('confirmation.required');
  expect((await start()).step).toBe('make');
  expect((await operate(testApp, 'role', 'drop-passkey', staff.email, '--reason', '다시')).code).toBe(1);
});

test('[MO-19] passkey: deleted with its account', async () => {
  const another = await makeStaff(testApp);
  await register(another, new Authenticator());
  await another.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(
    await testApp.database.rows('SELECT user_id FROM passkeys WHERE user_id = $1', [another.id]),
  ).toEqual([]);
});

test('[MO-19] role without required passkey: the password is enough', async () => {
  const plain = await startTestApp({ edition: 'official' });
  const user = await makeStaff(plain);
  expect((await start(user)).step).toBe('none');
  expect((await confirm(null, PASSWORD, user)).status).toBe(204);
  expect((await user.browser.call('POST /api/moderation/passkey/start', {})).problem?.code).toBe(
    'route.unknown',
  );
});
