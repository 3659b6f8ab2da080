import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { importUsers } from '../src/features/accounts/index.ts';
import { hashPassword } from '../src/sessions/passwords.ts';
import type { TestApp } from './test-app.ts';
import type { TestBrowser } from './test-browser.ts';

/** Password of every test user; hashed once, since hashing is slow on purpose. */
export const PASSWORD = 'correct horse';
const passwordHash = hashPassword(PASSWORD, 'makers');

export interface MadeUser {
  id: string;
  email: string;
  nickname: string;
  /** Signed in as this user. */
  browser: TestBrowser;
}

let made = 0;

/** Creates a user with a session; by default verified, allowed to write and signed up two days ago. */
export async function makeUser(
  testApp: TestApp,
  options: { right?: boolean; verified?: boolean; email?: string; nickname?: string; createdAt?: Date } = {},
): Promise<MadeUser> {
  made += 1;
  const verified = options.verified ?? options.right ?? true;
  const email = options.email ?? `student${made}@korea.ac.kr`;
  const user = { id: randomUUID(), email, nickname: options.nickname ?? `학생${made}` };
  await importUsers(testApp.database, [
    {
      ...user,
      passwordHash: await passwordHash,
      name: '김고대',
      university: email.endsWith('@korea.ac.kr'),
      verified,
      writingRight: options.right ?? true,
      createdAt: options.createdAt ?? new Date(Date.now() - 2 * 86_400_000),
    },
  ]);
  const browser = testApp.browser();
  browser.use(`madang=${await testApp.app.sessions.begin(testApp.database, user.id)}`, user.id);
  return { ...user, browser };
}

/** Creates a user as {@link makeUser} does, but just signed up. */
export const makeNewUser: typeof makeUser = (testApp, options) =>
  makeUser(testApp, { ...options, createdAt: new Date() });

/** Returns the user with the same session at another process. */
export function userAt(testApp: Pick<TestApp, 'browser'>, user: MadeUser): MadeUser {
  const browser = testApp.browser();
  browser.use(user.browser.cookie, user.id);
  return { ...user, browser };
}

/** Creates a user who agreed to the current texts, so no page is replaced by the agreement. */
export async function makeAgreedUser(testApp: TestApp): Promise<MadeUser> {
  const user = await makeUser(testApp);
  const { terms, privacy } = testApp.campus;
  const body = { termsVersion: terms.version, privacyVersion: privacy.version };
  await user.browser.call('POST /api/profile/consents', { body });
  return user;
}

/** Returns valid fields of a post; `id` is new each time. */
export function makePostBody(
  fields: Partial<{
    id: string;
    title: string;
    body: string;
    keywords: string[];
    uploadId: string | null;
    pictures: { uploadId: string; description: string }[];
  }> = {},
) {
  return {
    id: uuidv7(),
    title: '2층 창가 자리 조용해요',
    body: '오전에는 거의 비어 있어요.\n콘센트도 자리마다 있습니다.',
    keywords: [],
    uploadId: null,
    ...fields,
  };
}

/** Returns the file of a picture in one colour. */
export const makePicture = (
  width = 60,
  height = 40,
  background = 'red',
  format: 'png' | 'jpeg' | 'gif' = 'png',
) =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** Uploads a small picture; returns its id. */
export async function makeUpload({ browser }: MadeUser, background = 'red'): Promise<string> {
  const id = uuidv7();
  const rawBody = await makePicture(60, 40, background);
  const answer = await browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  if (answer.problem) throw new Error(`no upload: ${JSON.stringify(answer.problem)}`);
  return id;
}

/** Writes a post through the API; returns its id. */
export async function makePost(
  user: MadeUser,
  buildingId = 'main-hall',
  fields: Parameters<typeof makePostBody>[0] = {},
): Promise<string> {
  const body = makePostBody(fields);
  const write = (again: object) =>
    user.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId },
      body: { ...body, ...again },
    });
  let answer = await write({});
  // Test posts have the same text.
  if (answer.problem?.code === 'text.repeated') answer = await write({ again: true });
  if (answer.problem) throw new Error(`no post: ${JSON.stringify(answer.problem)}`);
  return answer.body.post.id;
}

/** Writes a reply through the API; returns it. */
export async function makeReply(user: MadeUser, postId: string, body = '저도 가 봤는데 좋아요') {
  const answer = await user.browser.call('POST /api/posts/{id}/replies', {
    path: { id: postId },
    body: { id: uuidv7(), body },
  });
  if (answer.problem) throw new Error(`no reply: ${JSON.stringify(answer.problem)}`);
  return answer.body;
}

/** Signs up as a browser does; returns the problem code of a refusal. */
export async function signUp(
  testApp: Pick<TestApp, 'browser' | 'campus'>,
  email: string,
  browser = testApp.browser(),
) {
  const { terms, privacy } = testApp.campus;
  const versions = { termsVersion: terms.version, privacyVersion: privacy.version };
  const body = { name: '김고대', nickname: '새내기', email, password: PASSWORD, ...versions };
  const answer = await browser.call('POST /api/accounts', { body });
  return { ...answer, code: answer.problem?.code, browser, email };
}
