import { expect, test } from 'vitest';
import { linesOf, setPreferences } from '../../../testing/inbox.ts';
import { makeUser, type MadeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import {
  answerOf,
  findListed,
  join,
  letDaysPass,
  listTickets,
  makeTicket,
  readTicket,
  runJob,
  step,
} from '../../../testing/tickets.ts';

const testApp = await startTestApp({ edition: 'official', floods: false });
const operator = await makeStaff(testApp);
const [author, other, third] = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];

const ask = async (user: MadeUser, id: string) => {
  await letDaysPass(testApp, id, 3);
  await runJob(testApp, 'askIfFixed');
  await expect.poll(async () => (await readTicket(user, id)).asked, { timeout: 5_000 }).toBe('open');
};

test('[TK-02] steps: only advance, each with a text; repeating one is refused', async () => {
  const id = await makeTicket(author);
  expect(await step(operator, id, 'repairing', ' 부품을 주문했습니다 ')).toBe('moved');
  expect(await step(operator, id, 'repairing')).toBe('ticket.step');
  expect(await step(operator, id, 'seen')).toBe('ticket.step');
  expect(await step(operator, id, 'fixed', '  ')).toBe('input.invalid');
  expect(await step(operator, id, 'fixed', '고쳤습니다')).toBe('moved');
  expect(await step(operator, id, 'refused')).toBe('ticket.step');
  const { steps, ticket } = await readTicket(author, id);
  expect(steps).toEqual(
    [
      ['repairing', '부품을 주문했습니다'],
      ['fixed', '고쳤습니다'],
    ].map(([name, word]) => ({ step: name, word, at: expect.any(String) as string, by: 'operator' })),
  );
  expect(ticket.step).toBe('fixed');
  expect(await findListed(author, id)).toBeUndefined();
});

test('[TK-02] two concurrent steps: one is taken', async () => {
  const id = await makeTicket(author);
  const outcomes = await Promise.all([step(operator, id, 'seen'), step(operator, id, 'seen')]);
  expect(outcomes.toSorted()).toEqual(['moved', 'ticket.step']);
  expect((await readTicket(author, id)).steps).toHaveLength(1);
});

test('[TK-02] [NO-01] steps: notify all waiting students in one unread line, except the actor and opted-out users', async () => {
  const silent = await makeUser(testApp);
  await setPreferences(silent, { ticket: false });
  const blocking = await makeUser(testApp);
  const id = await makeTicket(author);
  for (const user of [other, silent, blocking, operator]) await join(user, id);
  await blocking.browser.call('PUT /api/posts/{id}/block', { path: { id } });
  await step(operator, id, 'seen');
  await step(operator, id, 'repairing');
  const lines = async (user: MadeUser) =>
    (await linesOf(user, 'ticket')).filter(({ ticketId }) => ticketId === id);
  for (const user of [author, other])
    expect(await lines(user)).toMatchObject([
      {
        unread: true,
        step: 'repairing',
        asked: false,
        number: (await readTicket(author, id)).ticket.number,
      },
    ]);
  for (const user of [silent, blocking, operator]) expect(await lines(user)).toEqual([]);
  // Opening the post reads the notification; later ones are new.
  await other.browser.call('PUT /api/posts/{id}/read', { path: { id } });
  await step(operator, id, 'fixed');
  expect((await lines(other)).map(({ unread }) => unread)).toEqual([true, false]);
});

test('[TK-02] after three days: each is asked once; two negative answers reopen it', async () => {
  const id = await makeTicket(author);
  for (const user of [other, third]) await join(user, id);
  await step(operator, id, 'fixed');
  expect(await answerOf(author, id, false)).toBe('ticket.step');
  await letDaysPass(testApp, id, 2);
  await runJob(testApp, 'askIfFixed');
  await ask(author, id);
  const line = async () => (await linesOf(author, 'ticket')).find(({ ticketId }) => ticketId === id);
  expect(await line()).toMatchObject({ asked: true, step: 'fixed' });
  const at = (await line())?.at;
  await runJob(testApp, 'askIfFixed');
  const { ticket: before } = await readTicket(author, id);
  expect(await answerOf(author, id, false)).toBe('broken');
  expect(await answerOf(author, id, true)).toBe('fixed');
  expect(await answerOf(author, id, false)).toBe('broken');
  expect(await answerOf(await makeUser(testApp), id, false)).toBe('ticket.step');
  expect((await line())?.at).toBe(at);
  expect(await answerOf(other, id, false)).toBe('no');
  const { ticket, steps, asked } = await readTicket(author, id);
  expect([ticket.step, ticket.openedAt, asked]).toEqual(['received', before.openedAt, 'no']);
  expect(steps.at(-1)).toMatchObject({ step: 'received', by: 'students', word: '' });
  expect(await line()).toMatchObject({ asked: false, step: 'received' });
  expect(await answerOf(third, id, false)).toBe('ticket.step');
  // The first answers no longer count.
  await step(operator, id, 'fixed');
  await ask(author, id);
  expect(await answerOf(third, id, false)).toBe('broken');
  expect((await readTicket(author, id)).ticket.step).toBe('fixed');
});

test('[TK-02] medians: shown from three tickets on', async () => {
  const reportFixed = async (days: number) => {
    const id = await makeTicket(author, { buildingId: 'central-library', kind: 'lift' });
    await step(operator, id, 'fixed');
    await testApp.database.change(
      'UPDATE tickets SET opened_at = step_at - make_interval(days => $2) WHERE post_id = $1',
      [id, days],
    );
  };
  for (const days of [1, 9]) await reportFixed(days);
  const median = async () => (await listTickets(author)).medians.find(({ kind }) => kind === 'lift');
  expect(await median()).toBeUndefined();
  await reportFixed(2);
  expect(await median()).toEqual({ buildingId: 'central-library', kind: 'lift', days: 2, n: 3 });
});
