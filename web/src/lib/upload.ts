import { buildAddress, NetworkError, readRefusal } from './api.ts';
import { userHeader } from './shown-user.ts';

const TIMEOUT = 120_000;

export interface UploadOptions {
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
