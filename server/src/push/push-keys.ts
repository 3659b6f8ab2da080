import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';

/** Keys that sign pushes (VAPID, RFC 8292). */
export interface PushKeys {
  /** Public key for subscriptions: P-256, 65 bytes in base64url. */
  publicKey: string;
  signing: KeyObject;
}

export class PushKeysError extends Error {}

/**
 * Creates the keys in a private new file. They never change: subscriptions depend on them.
 *
 * @throws {Error} of the system, `EEXIST` if the file exists.
 */
export async function makePushKeys(path: string): Promise<string> {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // Restores leading zeros of the 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  const file = await open(path, 'wx', 0o600);
  try {
    const keys = { publicKey, privateKey: privateKey.toString('base64url') };
    await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return publicKey;
}

/**
 * Reads the keys; null if the file is missing.
 *
 * @throws {PushKeysError} for other content.
 */
export async function readPushKeys(path: string): Promise<PushKeys | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new PushKeysError(`${path} cannot be read (${code})`);
  }
  try {
    const { publicKey, privateKey = '' } = JSON.parse(text) as Record<string, string>;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    const point = pair.getPublicKey();
    if (publicKey !== point.toString('base64url')) throw new Error('the two do not belong together');
    const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
    const key = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d: privateKey };
    return { publicKey, signing: createPrivateKey({ format: 'jwk', key }) };
  } catch {
    throw new PushKeysError(`${path} holds no keys as operator push keys makes them`);
  }
}
