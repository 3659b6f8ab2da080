import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default, at RFC 9106's second recommended setting: 64 MiB and three passes: about 40 ms, off the event loop. */
const settings = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** The stored form of a password [SF-01]. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

let decoy: Promise<string> | undefined;

/** True when the password fits. Without a stored hash it takes as long and is false [SF-02]. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== null && fits;
}
