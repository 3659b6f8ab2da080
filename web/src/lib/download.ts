import type { Endpoints } from '@madang/contract/endpoints';
import { type Key, readWhole, request } from './api.ts';

/** Endpoints that answer with a file. */
type FileKey = { [K in Key]: Endpoints[K] extends { stream: 'archive' } ? K : never }[Key];

/** Milliseconds a slow phone may take to ask for the file's location. */
const ADDRESS_LASTS = 60_000;

/**
 * Fetches a file without limits and saves it under the server's name. Fetching first turns a refusal into an error.
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
