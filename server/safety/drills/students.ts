import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import type { Received } from '../../testing/smtp.ts';

export const PASSWORD = 'correct horse';
const MAIL_WITHIN = 15_000;

/** Signs up, reads the mail and opens its link, as in production without demo accounts. */
export async function signUp(
  client: ApiClient,
  { email, nickname }: { email: string; nickname: string },
  mails: () => readonly Received[],
): Promise<void> {
  const { termsVersion, privacyVersion } = await client.ask('GET /api/campus', {});
  await client.ask('POST /api/accounts', {
    body: { name: '김고대', email, nickname, password: PASSWORD, termsVersion, privacyVersion },
  });
  const token = await findInMail(mails, email, /\/verify\?token=([\w-]{43})/);
  await client.ask('POST /api/verification/confirmation', { body: { token } });
}

/** Waits for a mail to the address; returns the first group of the pattern in the newest one. */
export async function findInMail(
  mails: () => readonly Received[],
  email: string,
  pattern: RegExp,
): Promise<string> {
  const end = Date.now() + MAIL_WITHIN;
  for (;;) {
    for (const { recipients, raw } of mails().toReversed()) {
      if (!recipients.includes(email)) continue;
      const [, found] = pattern.exec((await PostalMime.parse(raw)).text ?? '') ?? [];
      if (found !== undefined) return found;
    }
    if (Date.now() > end) throw new Error(`no mail to ${email} has ${pattern.source}`);
    await sleep(100);
  }
}

/** Uploads a small picture; returns its id. */
export async function upload(client: ApiClient): Promise<string> {
  const id = uuidv7();
  const rawBody = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await client.ask('PUT /api/uploads/{id}', { path: { id }, rawBody });
  return id;
}

/** Returns the bytes of a post's first picture. */
export async function readPicture(client: ApiClient, postId: string): Promise<Buffer> {
  const { contents } = await client.ask('GET /api/posts/{id}', { path: { id: postId } });
  const address = contents.map((item) => (item.format === 'image' ? item.image : '')).find(Boolean);
  if (address === undefined) throw new Error(`post ${postId} has no picture`);
  const response = await client.send('GET', address);
  if (response.status !== 200) throw new Error(`the picture answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
