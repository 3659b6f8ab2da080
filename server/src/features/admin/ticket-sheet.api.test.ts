import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { makeTicket, runJob, step } from '../../../testing/tickets.ts';

const testApp = await startTestApp({ edition: 'official', floods: false });
const operator = await makeStaff(testApp);
const student = await makeUser(testApp);

const sheet = async () => {
  const response = await operator.browser.send('GET', '/api/operate/tickets/sheet');
  return { headers: response.headers, page: await response.text() };
};
const planned = () =>
  testApp.database.rows<{ key: string; fits: boolean }>(
    `SELECT key, due_at AT TIME ZONE $1 = key::date + time '08:00' AND extract(isodow FROM key::date) = 1
                 AND due_at > now() AND due_at <= now() + interval '7 days' AS fits
       FROM jobs WHERE kind = 'ticketSheet'`,
    [testApp.campus.settings.timeZone],
  );

test('[TK-05] sheet: has ages, medians, fixed tickets and searches without result, on one page', async () => {
  for (let turn = 0; turn < 25; turn += 1) await makeTicket(student, { spot: `${turn}호 <b>` });
  await testApp.database.change(
    `UPDATE tickets SET opened_at = opened_at - make_interval(days => 11) WHERE number = 1`,
  );
  for (const days of [2, 4, 6]) {
    const id = await makeTicket(student, { buildingId: 'central-library', kind: 'lift', spot: '고친 곳' });
    await step(operator, id, 'fixed');
    await testApp.database.change(
      'UPDATE tickets SET opened_at = step_at - make_interval(days => $2) WHERE post_id = $1',
      [id, days],
    );
  }
  await testApp.database.change(
    `INSERT INTO unfound_terms (day, term, students) SELECT (now() AT TIME ZONE $1)::date, '낮잠 방', 7`,
    [testApp.campus.settings.timeZone],
  );
  const { headers, page } = await sheet();
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const words of [
    '아직 고치지 않은 고장 25건',
    '외 5건',
    '12일째',
    '0호 &lt;b&gt;',
    '중앙도서관(신관)',
    '4일',
    '이번 주에 고친 고장 3건',
    '낮잠 방',
    '7명',
    'size:A4',
  ])
    expect(page).toContain(words);
  expect(page).not.toContain('<b>');
  expect(page).not.toContain(student.nickname);
});

test('[TK-05] sheet: mailed to every operator once, Monday at eight, by a single job', async () => {
  await expect.poll(planned).toEqual([{ key: expect.any(String) as string, fits: true }]);
  await runJob(testApp, 'planTicketSheet');
  await sleep(300);
  expect(await planned()).toHaveLength(1);
  const second = await makeStaff(testApp);
  await runJob(testApp, 'ticketSheet');
  const mails = () => testApp.mails.filter(({ subject }) => subject.includes('고장 신고 주간 보고'));
  await expect.poll(() => mails().length).toBe(2);
  expect(
    mails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([operator.email, second.email].toSorted());
  expect(mails()[0]?.text).toContain('아직 고치지 않은 고장 25건');
  expect(mails()[0]?.text).toContain('/operate/tickets');
  expect(await planned()).toEqual([]);
  // The day's job plans the next one.
  await runJob(testApp, 'planTicketSheet');
  await expect.poll(planned).toHaveLength(1);
  expect(mails()).toHaveLength(2);
});
