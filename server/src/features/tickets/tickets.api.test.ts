import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, test } from 'vitest';
import { linesOf } from '../../../testing/inbox.ts';
import { makePost, makeUpload, makeUser, PASSWORD, type MadeUser, userAt } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import {
  findListed,
  join,
  leave,
  listTickets,
  makeReport,
  makeTicket,
  readTicket,
  step,
} from '../../../testing/tickets.ts';
import { plantAmenities } from '../places/index.ts';

let [author, other, third]: MadeUser[] = [];
const people = () => {
  if (!author || !other || !third) throw new Error('nobody is there');
  return { author, other, third };
};
const testApp = await startTestApp({ edition: 'official', floods: false });
await plantAmenities(testApp.database, testApp.campus);
const operator = await makeStaff(testApp);

[author, other, third] = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];

const report = async ({ browser }: MadeUser, body: ReturnType<typeof makeReport>) =>
  browser.call('POST /api/tickets', { body });
const withdraw = async ({ browser }: MadeUser, id: string) =>
  (await browser.call('DELETE /api/tickets/{id}', { path: { id } })).problem?.code ?? 'withdrawn';
const own = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/profile/tickets', {})).body.tickets;

describe('[TK-01] a report', () => {
  test('is a post on the ticket board, with a number, and visible at once', async () => {
    const { author } = people();
    const pictures = [await makeUpload(author)];
    const body = makeReport({ amenityId: null, floor: ' 3 ', spot: '302호\n앞', pictures });
    const answer = await report(author, body);
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        ticket: {
          id: body.id,
          number: expect.any(Number) as number,
          buildingId: 'main-hall',
          amenityId: null,
          kind: 'device',
          floor: '3',
          spot: '302호 앞',
          step: 'received',
          openedAt: expect.any(String) as string,
          stepAt: expect.any(String) as string,
          joined: 1,
        },
        steps: [],
        office: null,
        joined: true,
        withdrawableUntil: expect.any(String) as string,
        asked: 'no',
      },
    ]);
    expect(await findListed(author, body.id)).toEqual(answer.body.ticket);
    const post = (await author.browser.call('GET /api/posts/{id}', { path: { id: body.id } })).body;
    expect(post).toMatchObject({
      buildingId: 'ticket',
      title: '기기 · 본관 3층 302호 앞',
      keywords: [],
      pictureCount: 1,
    });
    expect(post.contents[0]).toEqual({ format: 'text', text: body.text });
    // Neither points nor an entry among the newest posts.
    expect(await testApp.database.rows('SELECT FROM point_awards WHERE post_id = $1', [body.id])).toEqual([]);
    const latest = (await author.browser.call('GET /api/posts/latest', {})).body.posts;
    expect(latest.map(({ id }) => id)).not.toContain(body.id);
  });

  test('sent again: same answer; its id for other content is refused', async () => {
    const { author, other } = people();
    const body = makeReport();
    const answers = await Promise.all([report(author, body), report(author, body), report(author, body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((one) => one.body.ticket.number)).size).toBe(1);
    const codes = [
      await report(author, { ...body, text: '다른 말' }),
      await report(author, { ...body, kind: 'power' }),
      await report(other, body),
      await report(author, { ...makeReport(), id: await makePost(author) }),
    ].map(({ problem }) => problem?.code);
    expect(codes).toEqual(Array(4).fill('identifier.taken'));
  });

  test('with an invalid place, amenity, picture or text is refused, and leaves nothing', async () => {
    const { author, other } = people();
    const count = async () => (await testApp.database.rows('SELECT FROM tickets')).length;
    const before = await count();
    const refusal = async (fields: Parameters<typeof makeReport>[0], user = author) => {
      const { problem } = await report(user, makeReport(fields));
      const [field] = problem?.fields ?? [];
      return field ? `${field.field} ${field.code}` : problem?.code;
    };
    expect(await refusal({ buildingId: 'nowhere' })).toBe('resource.missing');
    expect(await refusal({ buildingId: 'question' })).toBe('resource.missing');
    expect(await refusal({ amenityId: 'student-union-cafeteria' })).toBe('amenityId unknown');
    expect(await refusal({ text: '  \n ' })).toBe('text required');
    expect(await refusal({ pictures: [uuidv7()] })).toBe('pictures invalid');
    expect(await refusal({ pictures: [await makeUpload(other)] })).toBe('pictures invalid');
    const used = await makeUpload(author);
    await makePost(author, 'main-hall', { uploadId: used });
    expect(await refusal({ pictures: [used] })).toBe('upload.used');
    expect(await refusal({}, await makeUser(testApp, { right: false }))).toBe('right.required');
    expect(await count()).toBe(before);
  });

  test('cannot be edited or deleted as a post, and its board accepts no posts', async () => {
    const { author } = people();
    const id = await makeTicket(author);
    const path = { id };
    const edit = { revision: 1, title: '제목', body: '본문', keywords: [] };
    expect((await author.browser.call('PUT /api/posts/{id}', { path, body: edit })).problem?.code).toBe(
      'resource.missing',
    );
    expect((await author.browser.call('DELETE /api/posts/{id}', { path })).problem?.code).toBe(
      'board.readOnly',
    );
    await expect(makePost(author, 'ticket')).rejects.toThrow('resource.missing');
    expect(await findListed(author, id)).toBeDefined();
  });

  test('can be joined and left, each once, by users with the right', async () => {
    const { author, other } = people();
    const id = await makeTicket(author);
    const all = await Promise.all([join(other, id), join(other, id), join(other, id)]);
    expect(all).toEqual(['joined', 'joined', 'joined']);
    expect((await findListed(author, id))?.joined).toBe(2);
    expect([await leave(other, id), await leave(other, id)]).toEqual(['left', 'left']);
    expect((await findListed(author, id))?.joined).toBe(1);
    expect(await join(await makeUser(testApp, { right: false }), id)).toBe('right.required');
    expect(await join(other, uuidv7())).toBe('resource.missing');
    expect(await join(other, await makePost(author))).toBe('resource.missing');
    expect(await step(operator, id, 'refused')).toBe('moved');
    expect(await join(other, id)).toBe('ticket.step');
    expect(await join(author, id)).toBe('joined');
  });

  test('hidden: gone everywhere; shown again: back', async () => {
    const { author, other } = people();
    const id = await makeTicket(author);
    await join(other, id);
    await step(operator, id, 'seen');
    const look = async () => [
      (await findListed(other, id)) !== undefined,
      (await own(author)).some((one) => one.id === id),
      (await other.browser.call('GET /api/tickets/{id}', { path: { id } })).status,
      (await linesOf(other, 'ticket')).some(({ ticketId }) => ticketId === id),
      (await operator.browser.call('GET /api/operate/tickets', {})).body.tickets.some((one) => one.id === id),
    ];
    expect(await look()).toEqual([true, true, 200, true, true]);
    expect((await operate(testApp, 'post', 'hide', id, '--reason', '장난')).code).toBe(0);
    await expect.poll(look).toEqual([false, false, 404, false, false]);
    expect([await join(other, id), await step(operator, id, 'fixed')]).toEqual([
      'resource.missing',
      'resource.missing',
    ]);
    expect((await operate(testApp, 'post', 'restore', id)).code).toBe(0);
    await expect.poll(look).toEqual([true, true, 200, true, true]);
  });
});

test('[TK-06] own tickets: include joined ones, and can be deleted within ten minutes while nobody joined', async () => {
  const { other } = people();
  const reporter = await makeUser(testApp);
  const [id, joined, late] = [
    await makeTicket(reporter),
    await makeTicket(other),
    await makeTicket(reporter),
  ];
  await join(reporter, joined);
  expect((await own(reporter)).map((one) => [one.id, one.own])).toEqual([
    [late, true],
    [joined, false],
    [id, true],
  ]);
  await join(other, id);
  expect([await withdraw(reporter, id), await withdraw(other, id)]).toEqual(['undo.late', 'content.foreign']);
  expect((await readTicket(reporter, id)).withdrawableUntil).toBeNull();
  await leave(other, id);
  expect([await withdraw(reporter, id), await withdraw(reporter, id)]).toEqual(['withdrawn', 'withdrawn']);
  expect(await findListed(other, id)).toBeUndefined();
  await testApp.database.change(
    `UPDATE tickets SET opened_at = now() - interval '10 minutes' WHERE post_id = $1`,
    [late],
  );
  expect(await withdraw(reporter, late)).toBe('undo.late');
  expect(await withdraw(reporter, await makePost(reporter))).toBe('resource.missing');
  expect((await own(reporter)).map((one) => one.id)).toEqual([joined, late]);
});

test('[TK-06] of a withdrawn author: stays without author, and the building is still in use', async () => {
  const { other } = people();
  const reporter = await makeUser(testApp);
  const id = await makeTicket(reporter, {
    buildingId: 'media-hall',
    pictures: [await makeUpload(reporter)],
  });
  await join(other, id);
  await reporter.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect((await findListed(other, id))?.joined).toBe(1);
  const { status } = await other.browser.call('GET /api/posts/{id}', { path: { id } });
  expect(status).toBe(200);
  expect(await step(operator, id, 'seen')).toBe('moved');
  const removal = await operator.browser.call('POST /api/operate/buildings/{buildingId}/removal', {
    path: { buildingId: 'media-hall' },
    body: { reason: '철거' },
  });
  expect(removal.problem?.code).toBe('building.used');
});

test.runIf(inject('engine') === 'postgres')(
  '[TK-06] concurrent reports on two processes: have distinct numbers, and see each other’s joins',
  async () => {
    const { author, other } = people();
    const second = await testApp.another();
    const there = userAt(second, other);
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => makeTicket(turn % 2 ? author : there)),
    );
    const numbers = (await listTickets(author)).tickets.filter(({ id }) => ids.includes(id));
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(10);
    const [id = ''] = ids;
    await Promise.all([join(there, id), join(author, id)]);
    await expect.poll(async () => (await findListed(there, id))?.joined).toBe(2);
  },
);
