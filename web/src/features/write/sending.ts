import { NetworkError } from '../../platform/api.ts';
import { lateModule } from '../../ui/use-module.ts';

/** What sends pictures and posts: fetched while one writes. */
export const sending = lateModule(() => import('./send-post.ts'));

/** The same once it is needed. */
export async function readSending() {
  return sending.here ?? sending.read().catch(() => Promise.reject(new NetworkError('not fetched')));
}
