import { ConfigError, type Config } from './config.ts';
import type { PushSettings } from './features/notifications/index.ts';
import { PushKeysError, readPushKeys, type PushKeys } from './platform/push/push-keys.ts';
import { publicLookup, resolveHost } from './platform/push/push-services.ts';
import { openPushTransport } from './platform/push/push-transport.ts';

/** What pushes are sent with by the configuration; null where the operator has made no keys. */
export async function openPush(
  config: Pick<Config, 'pushKeys' | 'pushServices'>,
): Promise<PushSettings | null> {
  const keys = await readKeys(config);
  if (!keys) return null;
  const transport = openPushTransport(publicLookup(resolveHost));
  return { keys, services: config.pushServices, transport };
}

/**
 * The keys of the configuration; null where there are none.
 *
 * @throws {ConfigError} for a file that holds none, and for one that was named and is not there.
 */
export async function readKeys({
  pushKeys: { path, named },
}: Pick<Config, 'pushKeys'>): Promise<PushKeys | null> {
  try {
    const keys = await readPushKeys(path);
    if (!keys && named) throw new PushKeysError(`${path} is not there; operator push keys makes it`);
    return keys;
  } catch (error) {
    if (error instanceof PushKeysError) throw new ConfigError(`PUSH_KEYS: ${error.message}`);
    throw error;
  }
}
