import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type { MadeUser } from './makers.ts';

export type Row = Record<string, unknown>;
type Lists = Record<string, Row[]>;

/** The answer with all that the student has. */
export const download = (user: MadeUser) => user.browser.send('GET', '/api/profile/data');

/** The lists of its `data.json`. */
export const listsOf = (files: Map<string, Buffer>): Lists =>
  JSON.parse(files.get('data.json')?.toString('utf8') ?? '{}') as Lists;

/** Uploads a small picture; answers its id. */
export async function upload(user: MadeUser, background: string): Promise<string> {
  const id = uuidv7();
  const rawBody = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  await user.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  return id;
}
