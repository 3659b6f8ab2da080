import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../src/database/database.ts';
import type { MadeUser } from './makers.ts';
import { makePicture } from './makers.ts';

export type Row = Record<string, unknown>;
type Lists = Record<string, Row[]>;

/** Downloads the student's data. */
export const download = (user: MadeUser) => user.browser.send('GET', '/api/profile/data');

/** Returns the lists of `data.json`. */
export const listsOf = (files: Map<string, Buffer>): Lists =>
  JSON.parse(files.get('data.json')?.toString('utf8') ?? '{}') as Lists;

/** Uploads a small picture; returns its id. */
export async function upload(user: MadeUser, background: string): Promise<string> {
  const id = uuidv7();
  const rawBody = await makePicture(60, 40, background);
  await user.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  return id;
}

/** Adds a push subscription for each session, settings for each student, and one push. */
export async function plantPushes(executor: Executor, aboutId: string): Promise<void> {
  await executor.change('INSERT INTO push_settings (user_id) SELECT id FROM users');
  await executor.change(
    `INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
     SELECT gen_random_uuid(), id, user_id, 'https://fcm.googleapis.com/' || id, 'x', 'y', 'android', 'chrome' FROM sessions`,
  );
  await executor.change(
    `INSERT INTO pushes (user_id, kind, about_id, due_at) SELECT user_id, 'answer', $1, now() + interval '1 hour' FROM push_settings`,
    [aboutId],
  );
}
