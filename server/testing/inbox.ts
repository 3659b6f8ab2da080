import type { InboxNotification } from '@madang/contract/notifications/schema';
import { v7 as uuidv7 } from 'uuid';
import { makePost, makeNewUser, type MadeUser } from './makers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Returns the first page of the user's inbox. */
export async function readInbox({ browser }: MadeUser) {
  const answer = await browser.call('GET /api/notifications', {});
  if (answer.problem) throw new Error(`no inbox: ${JSON.stringify(answer.problem)}`);
  return answer.body;
}

/** Returns the notifications of one kind. */
export async function linesOf<Kind extends InboxNotification['kind']>(user: MadeUser, kind: Kind) {
  const { lines } = await readInbox(user);
  return lines.filter((line): line is Extract<InboxNotification, { kind: Kind }> => line.kind === kind);
}

/** Returns the number of unread notifications. */
export async function unreadOf({ browser }: MadeUser): Promise<number | undefined> {
  const { body } = await browser.call('GET /api/session', {});
  return body?.unread;
}

/** Opens a thread as its screen does. */
export async function openThread({ browser }: MadeUser, postId: string) {
  const answer = await browser.call('GET /api/posts/{id}/reply-marks', { path: { id: postId } });
  if (answer.problem) throw new Error(`no thread: ${JSON.stringify(answer.problem)}`);
  return answer.body;
}

let answers = 0;

/** Replies to a post, or to a reply, with another text each time, and waits until its users are notified. */
export async function answer(user: MadeUser, postId: string, answers_?: string, id = uuidv7()) {
  answers += 1;
  const sent = await user.browser.call('POST /api/posts/{id}/replies', {
    path: { id: postId },
    body: { id, body: `답입니다 ${answers}`, ...(answers_ ? { answers: answers_ } : {}) },
  });
  if (sent.problem) throw new Error(`no answer: ${JSON.stringify(sent.problem)}`);
  // An inbox that is read contains all replies of this process.
  await readInbox(user);
  return sent.body;
}

/** Adds a keyword alert; returns the response. */
export const addAlert = (
  { browser }: MadeUser,
  word: string,
  buildingId: string | null = null,
  id = uuidv7(),
) => browser.call('PUT /api/profile/alerts/{id}', { path: { id }, body: { word, buildingId } });

/** Starts an app of the official edition with two more students. */
export async function startWithTwo(): Promise<{ testApp: TestApp; other: MadeUser; third: MadeUser }> {
  const testApp = await startTestApp({ edition: 'official' });
  return { testApp, other: await makeNewUser(testApp), third: await makeNewUser(testApp) };
}

/** Returns a new student with an empty inbox and their question. */
export async function askAnew(
  testApp: TestApp,
  board = 'question',
): Promise<{ author: MadeUser; id: string }> {
  const author = await makeNewUser(testApp);
  return { author, id: await makePost(author, board, { title: `프린터 어디 있나요 ${uuidv7()}` }) };
}

/** Deletes a post or reply of the student. */
export const remove = ({ browser }: MadeUser, kind: 'posts' | 'replies', id: string) =>
  kind === 'posts'
    ? browser.call('DELETE /api/posts/{id}', { path: { id } })
    : browser.call('DELETE /api/replies/{id}', { path: { id } });

/** Restores a deleted post or reply of the student. */
export const undo = ({ browser }: MadeUser, kind: 'posts' | 'replies', id: string) =>
  kind === 'posts'
    ? browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } })
    : browser.call('POST /api/replies/{id}/undo-deletion', { path: { id } });

/** Turns off these kinds of notifications, or all of them. */
export const setPreferences = ({ browser }: MadeUser, off: object, on = true) =>
  browser.call('PUT /api/profile/notification-settings', {
    body: {
      on,
      kinds: {
        answer: true,
        accepted: true,
        alert: true,
        ticket: true,
        notice: true,
        case: true,
        ...off,
      },
    },
  });
