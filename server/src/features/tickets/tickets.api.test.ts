import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { linesOf, want } from '../../../testing/inbox.ts';
import { makePost, makeUpload, makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { giveRole } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  answerOf,
  join,
  leave,
  makeReport,
  makeTicket,
  readTicket,
  runJob,
  step,
} from '../../../testing/tickets.ts';
import { plantAmenities } from '../amenities/index.ts';

let testApp: TestApp;
let operator: MadeUser;
let [author, other, third]: MadeUser[] = [];
const people = () => {
  if (!author || !other || !third) throw new Error('nobody is there');
  return { author, other, third };
};
beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official', floods: false });
  await plantAmenities(testApp.database, testApp.campus);
  operator = await makeUser(testApp);
  await giveRole(testApp, operator);
  [author, other, third] = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];
});
afterAll(() => testApp.close());

const report = async ({ browser }: MadeUser, body: ReturnType<typeof makeReport>) =>
  browser.call('POST /api/tickets', { body });
const list = async ({ browser }: MadeUser) => (await browser.call('GET /api/tickets', {})).body;
const listed = async (user: MadeUser, id: string) => (await list(user)).tickets.find((one) => one.id === id);
const withdraw = async ({ browser }: MadeUser, id: string) =>
  (await browser.call('DELETE /api/tickets/{id}', { path: { id } })).problem?.code ?? 'withdrawn';
const own = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/profile/tickets', {})).body.tickets;
/** As if what was fixed had been fixed so many days ago. */
const letPass = (id: string, days: number) =>
  testApp.database.change(
    `UPDATE tickets SET step_at = step_at - make_interval(days => $2), opened_at = opened_at - make_interval(days => $2)
      WHERE post_id = $1`,
    [id, days],
  );
const ask = async (user: MadeUser, id: string) => {
  await letPass(id, 3);
  await runJob(testApp, 'askIfFixed');
  await expect.poll(async () => (await readTicket(user, id)).asked).toBe('open');
};

describe('[TK-01] a report', () => {
  test('is a post on the board of tickets, with a number, and is shown at once', async () => {
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
    expect(await listed(author, body.id)).toEqual(answer.body.ticket);
    const post = (await author.browser.call('GET /api/posts/{id}', { path: { id: body.id } })).body;
    expect(post).toMatchObject({
      buildingId: 'ticket',
      title: '프로젝터·기기 고장 · 본관 3층 302호 앞',
      keywords: [],
      pictureCount: 1,
    });
    expect(post.contents[0]).toEqual({ format: 'text', text: body.text });
    // Neither points nor a place among the newest posts.
    expect(await testApp.database.rows('SELECT FROM point_awards WHERE post_id = $1', [body.id])).toEqual([]);
    const latest = (await author.browser.call('GET /api/posts/latest', {})).body.posts;
    expect(latest.map(({ id }) => id)).not.toContain(body.id);
  });

  test('sent again answers as the first time did; its id for anything else is refused', async () => {
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

  test('of a place, an amenity, a picture or words that are none is refused, and leaves nothing', async () => {
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

  test('is no post that its author edits or deletes, and nobody writes on its board', async () => {
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
    expect(await listed(author, id)).toBeDefined();
  });

  test('is joined and left, each once, by whoever has the right', async () => {
    const { author, other } = people();
    const id = await makeTicket(author);
    const all = await Promise.all([join(other, id), join(other, id), join(other, id)]);
    expect(all).toEqual(['joined', 'joined', 'joined']);
    expect((await listed(author, id))?.joined).toBe(2);
    expect([await leave(other, id), await leave(other, id)]).toEqual(['left', 'left']);
    expect((await listed(author, id))?.joined).toBe(1);
    expect(await join(await makeUser(testApp, { right: false }), id)).toBe('right.required');
    expect(await join(other, uuidv7())).toBe('resource.missing');
    expect(await join(other, await makePost(author))).toBe('resource.missing');
    expect(await step(operator, id, 'refused')).toBe('moved');
    expect(await join(other, id)).toBe('ticket.step');
    expect(await join(author, id)).toBe('joined');
  });

  test('that is hidden is gone everywhere, and is back when it is shown', async () => {
    const { author, other } = people();
    const id = await makeTicket(author);
    await join(other, id);
    await step(operator, id, 'seen');
    const look = async () => [
      (await listed(other, id)) !== undefined,
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

describe('[TK-02] steps', () => {
  test('go forward only, each with a word; the same again is refused', async () => {
    const { author } = people();
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
    expect(await listed(author, id)).toBeUndefined();
  });

  test('of two at once one is taken', async () => {
    const { author } = people();
    const id = await makeTicket(author);
    const outcomes = await Promise.all([step(operator, id, 'seen'), step(operator, id, 'seen')]);
    expect(outcomes.toSorted()).toEqual(['moved', 'ticket.step']);
    expect((await readTicket(author, id)).steps).toHaveLength(1);
  });

  test('[NO-01] tell everybody who waits in one unread line, and nobody of an own act or against their wish', async () => {
    const { author, other } = people();
    const silent = await makeUser(testApp);
    await want(silent, { ticket: false });
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
    // Opening the post reads it; what comes then is another line.
    await other.browser.call('PUT /api/posts/{id}/read', { path: { id } });
    await step(operator, id, 'fixed');
    expect((await lines(other)).map(({ unread }) => unread)).toEqual([true, false]);
  });

  test('after three days everybody is asked once; two who say no open it again', async () => {
    const { author, other, third } = people();
    const id = await makeTicket(author);
    for (const user of [other, third]) await join(user, id);
    await step(operator, id, 'fixed');
    expect(await answerOf(author, id, false)).toBe('ticket.step');
    await letPass(id, 2);
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
    // The first answers count no more.
    await step(operator, id, 'fixed');
    await ask(author, id);
    expect(await answerOf(third, id, false)).toBe('broken');
    expect((await readTicket(author, id)).ticket.step).toBe('fixed');
  });

  test('medians are told from three tickets on', async () => {
    const { author } = people();
    const reportFixed = async (days: number) => {
      const id = await makeTicket(author, { buildingId: 'central-library', kind: 'lift' });
      await step(operator, id, 'fixed');
      await testApp.database.change(
        'UPDATE tickets SET opened_at = step_at - make_interval(days => $2) WHERE post_id = $1',
        [id, days],
      );
    };
    for (const days of [1, 9]) await reportFixed(days);
    const median = async () => (await list(author)).medians.find(({ kind }) => kind === 'lift');
    expect(await median()).toBeUndefined();
    await reportFixed(2);
    expect(await median()).toEqual({ buildingId: 'central-library', kind: 'lift', days: 2, n: 3 });
  });
});

describe('[TK-06] own tickets', () => {
  test('stand there with those that one joined, and go within ten minutes while nobody else waits', async () => {
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
    expect([await withdraw(reporter, id), await withdraw(other, id)]).toEqual([
      'undo.late',
      'content.foreign',
    ]);
    expect((await readTicket(reporter, id)).withdrawableUntil).toBeNull();
    await leave(other, id);
    expect([await withdraw(reporter, id), await withdraw(reporter, id)]).toEqual(['withdrawn', 'withdrawn']);
    expect(await listed(other, id)).toBeUndefined();
    await testApp.database.change(
      `UPDATE tickets SET opened_at = now() - interval '10 minutes' WHERE post_id = $1`,
      [late],
    );
    expect(await withdraw(reporter, late)).toBe('undo.late');
    expect(await withdraw(reporter, await makePost(reporter))).toBe('resource.missing');
    expect((await own(reporter)).map((one) => one.id)).toEqual([joined, late]);
  });

  test('of one who withdraws stays without anybody, and the building is still in use', async () => {
    const { other } = people();
    const reporter = await makeUser(testApp);
    const id = await makeTicket(reporter, {
      buildingId: 'media-hall',
      pictures: [await makeUpload(reporter)],
    });
    await join(other, id);
    await reporter.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    expect((await listed(other, id))?.joined).toBe(1);
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
    'reports at once over two processes have numbers of their own, and a join of one is seen by the other',
    async () => {
      const { author, other } = people();
      const second = await testApp.another();
      const elsewhere = second.browser();
      elsewhere.cookie = other.browser.cookie;
      const there = { ...other, browser: elsewhere };
      const ids = await Promise.all(
        Array.from({ length: 10 }, (_, turn) => makeTicket(turn % 2 ? author : there)),
      );
      const numbers = (await list(author)).tickets.filter(({ id }) => ids.includes(id));
      expect(new Set(numbers.map(({ number }) => number)).size).toBe(10);
      const [id = ''] = ids;
      await Promise.all([join(there, id), join(author, id)]);
      await expect.poll(async () => (await listed(there, id))?.joined).toBe(2);
    },
  );
});
