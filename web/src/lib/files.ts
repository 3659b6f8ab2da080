import type { Endpoints } from '@madang/contract/endpoints';
import { buildAddress, type Key, NetworkError, readRefusal, receive, request } from './api.ts';
import { userHeader } from './request.ts';

const TIMEOUT = 120_000;

interface UploadOptions {
  signal: AbortSignal;
  /** User to send the picture for; default: the user shown on this page. */
  userId?: string;
  /** Called with the share sent, from 0 to 1; null when the upload has ended. */
  onProgress: (share: number | null) => void;
}

/** Uploads one picture; rejects with the signal's reason on abort. Not by fetch, which reports no progress. */
export function uploadImage(
  id: string,
  image: Blob,
  { signal, userId, onProgress }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', buildAddress('/api/uploads/{id}', { path: { id } }));
    request.timeout = TIMEOUT;
    request.setRequestHeader('content-type', image.type || 'application/octet-stream');
    for (const [name, value] of Object.entries(userHeader(userId))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(readRefusal(request.responseText, request.status));
    };
    request.onerror = request.ontimeout = () => reject(new NetworkError(request.statusText));
    // The browser aborts it too, when the page is left.
    request.onabort = () => reject(signal.aborted ? signal.reason : new NetworkError(request.statusText));
    request.onloadend = () => onProgress(null);
    signal.addEventListener('abort', () => request.abort());
    request.send(image);
  });
}

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
  link.href = URL.createObjectURL(await receive(answer.blob()));
  link.download = name ?? '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LASTS);
}
