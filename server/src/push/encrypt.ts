import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Keys of a browser's push subscription, in base64url. */
export interface Recipient {
  p256dh: string;
  auth: string;
}

/** Padding multiple in bytes, so that the length reveals nothing. */
const PADDED_TO = 1_024;

/** Record size, larger than any push: one record per push. */
const RECORD_BYTES = 4_096;

/** Whether the keys are usable: a point on the curve, and 16 bytes. */
export function isRecipient({ p256dh, auth }: Recipient): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(p256dh, 'base64url');
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** Encrypts a push for one subscription (RFC 8291, `aes128gcm` of RFC 8188). */
export function encryptPush(text: string, { p256dh, auth }: Recipient): Buffer {
  const own = createECDH('prime256v1');
  const [sender, receiver] = [own.generateKeys(), Buffer.from(p256dh, 'base64url')];
  const salt = randomBytes(16);
  const derive = (from: Buffer, by: Buffer, info: string | Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(own.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(sender.length, 4);
  // The delimiter 2 ends the last record; padding follows.
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const padding = Buffer.alloc((PADDED_TO - (plain.length % PADDED_TO)) % PADDED_TO);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const body = [cipher.update(plain), cipher.update(padding), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, head, sender, ...body]);
}
