import { NetworkError } from '../../lib/api.ts';
import { lazyModule } from '../../lib/use-module.ts';

/** Sending of pictures and posts, loaded while the user writes. */
export const sending = lazyModule(() => import('./send-post.ts'));

/** Returns the same module, or rejects with a NetworkError. */
export async function readSending() {
  return sending.here ?? sending.read().catch(() => Promise.reject(new NetworkError('not fetched')));
}
