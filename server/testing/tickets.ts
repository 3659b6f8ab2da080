import type { TicketKind } from '@madang/contract/tickets/rules';
import { v7 as uuidv7 } from 'uuid';
import type { MadeUser } from './makers.ts';
import type { TestApp } from './test-app.ts';

let reports = 0;

/** Returns valid fields of a report, with another text each time. */
export function makeReport(
  fields: Partial<{
    id: string;
    buildingId: string;
    amenityId: string | null;
    kind: TicketKind;
    floor: string;
    spot: string;
    text: string;
    pictures: string[];
    again: boolean;
  }> = {},
) {
  reports += 1;
  return {
    id: uuidv7(),
    buildingId: 'main-hall',
    amenityId: null,
    kind: 'device' as const,
    floor: '3',
    spot: '302호',
    text: `화면이 안 나와요 ${reports}`,
    pictures: [],
    ...fields,
  };
}

/** Creates a ticket through the API; returns its id. */
export async function makeTicket(
  { browser }: MadeUser,
  fields: Parameters<typeof makeReport>[0] = {},
): Promise<string> {
  const body = makeReport(fields);
  const { problem } = await browser.call('POST /api/tickets', { body });
  if (problem) throw new Error(`no ticket: ${JSON.stringify(problem)}`);
  return body.id;
}

/** Returns the ticket as the student sees it. */
export async function readTicket({ browser }: MadeUser, id: string) {
  const { body, problem } = await browser.call('GET /api/tickets/{id}', { path: { id } });
  if (problem) throw new Error(`no ticket: ${JSON.stringify(problem)}`);
  return body;
}

/** Joins a ticket; returns the problem code of a refusal. */
export const join = async ({ browser }: MadeUser, id: string) =>
  (await browser.call('PUT /api/tickets/{id}/join', { path: { id } })).problem?.code ?? 'joined';
export const leave = async ({ browser }: MadeUser, id: string) =>
  (await browser.call('DELETE /api/tickets/{id}/join', { path: { id } })).problem?.code ?? 'left';

/** Answers whether it was fixed. */
export const answerOf = async ({ browser }: MadeUser, id: string, fixed: boolean) => {
  const { body, problem } = await browser.call('PUT /api/tickets/{id}/answer', {
    path: { id },
    body: { fixed },
  });
  return problem ? problem.code : body.asked;
};

/** Moves a ticket to a step as an operator. */
export const step = async (
  { browser }: MadeUser,
  id: string,
  to: 'seen' | 'repairing' | 'fixed' | 'refused',
  word = '확인했습니다',
) => {
  const body = { step: to, word, reason: '' };
  return (
    (await browser.call('POST /api/operate/tickets/{id}/step', { path: { id }, body })).problem?.code ??
    'moved'
  );
};

/** Saves an office; returns the problem code and field of a refusal. */
export async function setOffice(
  { browser }: MadeUser,
  officeId: string,
  fields: Partial<{ name: string; email: string; dailyHour: string; channel: string }> = {},
) {
  const { problem } = await browser.call('PUT /api/operate/offices/{officeId}', {
    path: { officeId },
    body: { name: '시설팀', email: 'office@example.com', dailyHour: '', channel: '', reason: '', ...fields },
  });
  const [field] = problem?.fields ?? [];
  return field ? `${field.field} ${field.code}` : (problem?.code ?? 'set');
}

/** Makes a recurring job due now. */
export const runJob = async ({ database, app }: TestApp, kind: string) => {
  await database.change('UPDATE jobs SET due_at = now() WHERE kind = $1', [kind]);
  app.jobs.wake();
};

/** Returns all tickets of the student. */
export const listTickets = async ({ browser }: MadeUser) => (await browser.call('GET /api/tickets', {})).body;
export const findListed = async (user: MadeUser, id: string) =>
  (await listTickets(user)).tickets.find((one) => one.id === id);

/** Moves the time of a ticket's step back by days. */
export const letDaysPass = ({ database }: TestApp, id: string, days: number) =>
  database.change(
    `UPDATE tickets SET step_at = step_at - make_interval(days => $2), opened_at = opened_at - make_interval(days => $2)
      WHERE post_id = $1`,
    [id, days],
  );

/** Returns the tokens of the links in a mail to an office. */
export const tokensOf = ({ text }: { text: string }) =>
  [...text.matchAll(/\/office\?token=([A-Za-z0-9_-]+)/g)].map(([, token]) => token ?? '');

/** Calls of tickets and notifications with a text, otherwise valid. */
export const ticketTexts = {
  'PUT /api/profile/alerts/{id}': () => [
    `/api/profile/alerts/${uuidv7()}`,
    { word: '도서관', buildingId: null },
  ],
  'POST /api/tickets': () => ['/api/tickets', { ...makeReport(), again: true }],
  'POST /api/office': () => ['/api/office', { token: 'A'.repeat(48), step: 'seen', word: '확인' }],
  'POST /api/operate/tickets/{id}/step': () => [
    `/api/operate/tickets/${uuidv7()}/step`,
    { step: 'seen', word: '확인', reason: '까닭' },
  ],
  'PUT /api/operate/offices/{officeId}': () => [
    '/api/operate/offices/main-hall',
    {
      name: '시설팀',
      email: 'office@example.com',
      dailyHour: '9',
      channel: 'https://example.com/',
      reason: '까닭',
    },
  ],
  'POST /api/operate/offices/{officeId}/removal': () => [
    '/api/operate/offices/nowhere/removal',
    { reason: '까닭' },
  ],
} satisfies Record<string, () => readonly [path: string, input: object]>;
