import {
  MUTES_MAX,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PUSH_DEVICES_MAX,
  PUSH_IDLE_DAYS,
  type PushBrowser,
  type PushSystem,
} from '@madang/contract/notifications/rules';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import type { Executor, Transaction } from '../../database/database.ts';
import type { Recipient } from '../../push/encrypt.ts';
import type { InboxRow } from './inbox.ts';

interface SettingsRow {
  told: boolean;
  off_kinds: NotificationKind[];
}

/** Returns a student's settings; without a row, everything is enabled. */
export async function findSettings(executor: Executor, userId: string): Promise<SettingsRow> {
  const row = await executor.first<SettingsRow>('SELECT told, off_kinds FROM inboxes WHERE user_id = $1', [
    userId,
  ]);
  return row ?? { told: true, off_kinds: [] };
}

/** Stores a student's settings. Enabling notices marks earlier ones as read. */
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

/** Returns the muted threads whose post is visible, most recent first. */
export function listMuted(executor: Executor, userId: string): Promise<MutedRow[]> {
  return executor.rows<MutedRow>(
    `SELECT posts.id, posts.title, posts.building_id, buildings.name AS building_name
       FROM inbox_mutes JOIN posts ON posts.id = inbox_mutes.post_id JOIN buildings ON buildings.id = posts.building_id
      WHERE user_id = $1 AND posts.hidden_at IS NULL ORDER BY muted_at DESC, posts.id LIMIT ${MUTES_MAX}`,
    [userId],
  );
}

/** Mutes a thread, deleting excess mutes; false if invisible. */
export async function putMute(transaction: Transaction, userId: string, postId: string): Promise<boolean> {
  // A concurrent answer adds its line before the lock, or finds the mute.
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

/** Unmutes a thread. */
export async function deleteMute(executor: Executor, userId: string, postId: string): Promise<void> {
  await executor.change('DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id = $2', [userId, postId]);
}

/** Returns which kinds are enabled. */
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

/** Returns a student's settings with the muted threads. */
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

export interface PushSettingsRow {
  off_kinds: NotificationKind[];
  budget: number;
  /** Campus hours; null means no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  texts: boolean;
  /** Pushes sent since one was last opened. */
  unopened: number;
}

/** Returns undefined if the student has neither settings nor a device. */
export function findPushSettings(executor: Executor, userId: string): Promise<PushSettingsRow | undefined> {
  return executor.first<PushSettingsRow>(
    'SELECT off_kinds, budget, quiet_from, quiet_to, texts, unopened FROM push_settings WHERE user_id = $1',
    [userId],
  );
}

/** Stores a student's push settings and resets the count of unopened pushes. */
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

export interface PushDeviceRow {
  id: string;
  session_id: string;
  system: PushSystem;
  browser: PushBrowser;
  added_at: Date;
  used_at: Date;
}

/** Returns a student's devices, last used first. */
export function listPushDevices(executor: Executor, userId: string): Promise<PushDeviceRow[]> {
  return executor.rows<PushDeviceRow>(
    `SELECT id, session_id, system, browser, added_at, used_at FROM push_devices
      WHERE user_id = $1 ORDER BY used_at DESC, id LIMIT ${PUSH_DEVICES_MAX}`,
    [userId],
  );
}

/** Subscription of a session's browser. */
interface NewPushDevice extends Recipient {
  id: string;
  sessionId: string;
  userId: string;
  endpoint: string;
  system: PushSystem;
  browser: PushBrowser;
}

/** Replaces the session's device, takes over its endpoint, deletes devices beyond ten. */
export async function putPushDevice(transaction: Transaction, device: NewPushDevice): Promise<void> {
  const { id, sessionId, userId, endpoint, p256dh, auth, system, browser } = device;
  await transaction.change('INSERT INTO push_settings (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    userId,
  ]);
  // Serializes sessions that register the same endpoint.
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

/** Deletes an own device. */
export async function deletePushDevice(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM push_devices WHERE user_id = $1 AND id = $2', [userId, id]);
}

/** Returns the number of browsers that receive pushes. */
export async function countPushDevices(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>('SELECT count(*)::int AS count FROM push_devices');
  return row?.count ?? 0;
}

/** Deletes devices on which the app is no longer started. */
export async function sweepPushDevices(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM push_devices WHERE used_at < now() - interval '${PUSH_IDLE_DAYS} days'`);
}

/** Records an opened push; returns its kinds, none if repeated. */
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

/** Systems' User-Agent patterns, first match: Android also matches Linux. */
const SYSTEMS: readonly [PushSystem, RegExp][] = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['linux', /Linux|CrOS/],
];

/** First match: most browsers claim Safari, all of Chromium Chrome. */
const BROWSERS: readonly [PushBrowser, RegExp][] = [
  ['samsung', /SamsungBrowser/],
  ['edge', /Edg(?:A|iOS)?\//],
  ['firefox', /Firefox|FxiOS/],
  ['chrome', /Chrome|CriOS/],
  ['safari', /Safari|AppleWebKit/],
];

/** Returns the browser and system of a User-Agent for the device list. */
export function browserOf(userAgent: string): { system: PushSystem; browser: PushBrowser } {
  const find = <Name>(names: readonly [Name, RegExp][]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { system: find(SYSTEMS) ?? 'other', browser: find(BROWSERS) ?? 'other' };
}
