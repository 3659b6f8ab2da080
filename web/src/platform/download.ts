import type { Endpoints } from '@madang/contract/endpoints';
import { type Key, readWhole, request } from './api.ts';

/** Endpoints that answer with a file. */
type FileKey = { [K in Key]: Endpoints[K] extends { stream: 'archive' } ? K : never }[Key];

/** How long a slow phone may take to ask where the file shall go, in milliseconds. */
const ADDRESS_LASTS = 60_000;

/**
 * Fetches a file, however large it is and however long that takes, and hands it to the browser under the server's name
 * for it. Fetched first: a refusal is then an error, not a file that holds one.
 */
export async function download(key: FileKey): Promise<void> {
  const answer = await request(key, {});
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await readWhole(answer, 'blob'));
  link.download = name ?? '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LASTS);
}
