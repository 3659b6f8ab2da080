import {
  PUSH_DEVICES_MAX,
  PUSH_IDLE_DAYS,
  type PushBrowser,
  type PushSystem,
} from '@madang/contract/notifications/push-rules';
import { MUTES_MAX, NOTIFICATION_KINDS, type NotificationKind } from '@madang/contract/notifications/rules';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { Recipient } from '../../platform/push/encrypt.ts';
import type { InboxRow } from './inbox.ts';

/** What a student wants to be told of. */
interface SettingsRow {
  told: boolean;
  off_kinds: NotificationKind[];
}

/** Who has said nothing wants everything. */
export async function findSettings(executor: Executor, userId: string): Promise<SettingsRow> {
  const row = await executor.first<SettingsRow>('SELECT told, off_kinds FROM inboxes WHERE user_id = $1', [
    userId,
  ]);
  return row ?? { told: true, off_kinds: [] };
}

/**
 * Stores what a student wants. Notices have no lines of their own: those that came while they were off are read where they
 * are wanted again.
 */
export async function putSettings(
  executor: Executor,
  userId: string,
  { told, off_kinds }: SettingsRow,
): Promise<void> {
  const off = NOTIFICATION_KINDS.filter((kind) => off_kinds.includes(kind));
  await executor.change(
    `INSERT INTO inboxes (user_id, told, off_kinds) SELECT id, $2, $3 FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (user_id) DO UPDATE
        SET told = excluded.told, off_kinds = excluded.off_kinds,
            notices_read_at = CASE WHEN (NOT inboxes.told OR 'notice' = ANY (inboxes.off_kinds))
                                    AND excluded.told AND 'notice' <> ALL (excluded.off_kinds)
                                   THEN clock_timestamp() ELSE inboxes.notices_read_at END`,
    [userId, told, off],
  );
}

interface MutedRow {
  id: string;
  title: string;
  building_id: string;
  building_name: string;
}

/** The muted threads whose post can be seen, the last one first. */
export function listMuted(executor: Executor, userId: string): Promise<MutedRow[]> {
  return executor.rows<MutedRow>(
    `SELECT posts.id, posts.title, posts.building_id, buildings.name AS building_name
       FROM inbox_mutes JOIN posts ON posts.id = inbox_mutes.post_id JOIN buildings ON buildings.id = posts.building_id
      WHERE user_id = $1 AND posts.hidden_at IS NULL ORDER BY muted_at DESC, posts.id LIMIT ${MUTES_MAX}`,
    [userId],
  );
}

/** Mutes a thread, and lets the oldest go where there are too many; false where the post cannot be seen. */
export async function putMute(transaction: Transaction, userId: string, postId: string): Promise<boolean> {
  // An answer that is being written is notified, and its line then read, or it finds the mute.
  const post = await transaction.first('SELECT FROM posts WHERE id = $1 AND hidden_at IS NULL FOR SHARE', [
    postId,
  ]);
  if (!post) return false;
  await transaction.change(
    `INSERT INTO inbox_mutes (user_id, post_id) SELECT id, $2::uuid FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT DO NOTHING`,
    [userId, postId],
  );
  await transaction.change(
    `DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id IN (
       SELECT post_id FROM inbox_mutes WHERE user_id = $1 ORDER BY muted_at DESC, post_id OFFSET ${MUTES_MAX})`,
    [userId],
  );
  return true;
}

/** Takes a mute back. */
export async function deleteMute(executor: Executor, userId: string, postId: string): Promise<void> {
  await executor.change('DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id = $2', [userId, postId]);
}

/** Which kinds are on. */
export function presentKinds(off: readonly NotificationKind[]): NotificationSettings['kinds'] {
  const on = (kind: NotificationKind) => !off.includes(kind);
  return {
    answer: on('answer'),
    accepted: on('accepted'),
    alert: on('alert'),
    ticket: on('ticket'),
    notice: on('notice'),
    case: on('case'),
  };
}

/** What a student wants to be told of. */
export function presentSettings(
  { told, off_kinds }: SettingsRow,
  muted: readonly MutedRow[],
): NotificationSettings {
  return {
    on: told,
    kinds: presentKinds(off_kinds),
    muted: muted.map(({ id, title, building_id, building_name }) => ({
      id,
      title,
      buildingId: building_id,
      buildingName: building_name,
    })),
  };
}

/** What a student wants to be pushed. */
export interface PushSettingsRow {
  off_kinds: NotificationKind[];
  budget: number;
  /** Hours of the campus; null: at any hour. */
  quiet_from: number | null;
  quiet_to: number | null;
  texts: boolean;
  /** So many were sent since one was opened. */
  unopened: number;
}

/** Undefined where the student has said nothing and has no device. */
export function findPushSettings(executor: Executor, userId: string): Promise<PushSettingsRow | undefined> {
  return executor.first<PushSettingsRow>(
    'SELECT off_kinds, budget, quiet_from, quiet_to, texts, unopened FROM push_settings WHERE user_id = $1',
    [userId],
  );
}

/** Stores what a student wants, and asks again whether they open what they are sent. */
export async function putPushSettings(
  executor: Executor,
  userId: string,
  settings: Omit<PushSettingsRow, 'unopened'>,
): Promise<void> {
  const { off_kinds, budget, quiet_from, quiet_to, texts } = settings;
  await executor.change(
    `INSERT INTO push_settings (user_id, off_kinds, budget, quiet_from, quiet_to, texts)
     SELECT id, $2, $3, $4, $5, $6 FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (user_id) DO UPDATE
        SET off_kinds = excluded.off_kinds, budget = excluded.budget, quiet_from = excluded.quiet_from,
            quiet_to = excluded.quiet_to, texts = excluded.texts, unopened = 0`,
    [userId, off_kinds, budget, quiet_from, quiet_to, texts],
  );
}

/** A browser that is notified. */
export interface PushDeviceRow {
  id: string;
  session_id: string;
  system: PushSystem;
  browser: PushBrowser;
  added_at: Date;
  used_at: Date;
}

/** A student's devices, the one that was used last first. */
export function listPushDevices(executor: Executor, userId: string): Promise<PushDeviceRow[]> {
  return executor.rows<PushDeviceRow>(
    `SELECT id, session_id, system, browser, added_at, used_at FROM push_devices
      WHERE user_id = $1 ORDER BY used_at DESC, id LIMIT ${PUSH_DEVICES_MAX}`,
    [userId],
  );
}

/** The subscription of a session's browser. */
interface NewPushDevice extends Recipient {
  id: string;
  sessionId: string;
  userId: string;
  endpoint: string;
  system: PushSystem;
  browser: PushBrowser;
}

/** Puts a device in the place of its session's, takes the endpoint from anyone else, and lets go of those beyond ten. */
export async function putPushDevice(transaction: Transaction, device: NewPushDevice): Promise<void> {
  const { id, sessionId, userId, endpoint, p256dh, auth, system, browser } = device;
  await transaction.change('INSERT INTO push_settings (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    userId,
  ]);
  // Of several who bring the same endpoint at once, one comes after the other.
  await transaction.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [endpoint]);
  await transaction.change('DELETE FROM push_devices WHERE endpoint = $1 AND session_id <> $2', [
    endpoint,
    sessionId,
  ]);
  await transaction.change(
    `INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (session_id) DO UPDATE
        SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, system = excluded.system,
            browser = excluded.browser, used_at = excluded.used_at`,
    [id, sessionId, userId, endpoint, p256dh, auth, system, browser],
  );
  await transaction.change(
    `DELETE FROM push_devices WHERE user_id = $1 AND id IN (
       SELECT id FROM push_devices WHERE user_id = $1 ORDER BY used_at DESC, id OFFSET ${PUSH_DEVICES_MAX})`,
    [userId],
  );
}

/** Removes an own device. */
export async function deletePushDevice(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM push_devices WHERE user_id = $1 AND id = $2', [userId, id]);
}

/** Returns how many browsers are notified. */
export async function countPushDevices(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>('SELECT count(*)::int AS count FROM push_devices');
  return row?.count ?? 0;
}

/** Removes the devices on which nobody starts the app any more. */
export async function sweepPushDevices(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM push_devices WHERE used_at < now() - interval '${PUSH_IDLE_DAYS} days'`);
}

/** Takes note that a push was opened; answers the kinds that it said, none where it was opened before or is not the student's. */
export async function openPushOf(
  transaction: Transaction,
  userId: string,
  pushId: string,
): Promise<InboxRow['kind'][]> {
  await transaction.rows('SELECT FROM push_settings WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const opened = await transaction.rows<Pick<InboxRow, 'kind'>>(
    'UPDATE pushes SET push_id = NULL WHERE user_id = $1 AND push_id = $2 RETURNING kind',
    [userId, pushId],
  );
  if (opened.length > 0)
    await transaction.change('UPDATE push_settings SET unopened = 0 WHERE user_id = $1', [userId]);
  return opened.map(({ kind }) => kind);
}

/** What names a system in a User-Agent; the first that fits, since Android's says Linux too. */
const SYSTEMS: readonly [PushSystem, RegExp][] = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['linux', /Linux|CrOS/],
];

/** All but Firefox say Safari, and all that are built on Chromium say Chrome. */
const BROWSERS: readonly [PushBrowser, RegExp][] = [
  ['samsung', /SamsungBrowser/],
  ['edge', /Edg(?:A|iOS)?\//],
  ['firefox', /Firefox|FxiOS/],
  ['chrome', /Chrome|CriOS/],
  ['safari', /Safari|AppleWebKit/],
];

/** Which browser on which system sends a User-Agent, as the list of devices names it. */
export function browserOf(userAgent: string): { system: PushSystem; browser: PushBrowser } {
  const find = <Name>(names: readonly [Name, RegExp][]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { system: find(SYSTEMS) ?? 'other', browser: find(BROWSERS) ?? 'other' };
}
