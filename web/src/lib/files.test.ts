import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from './api.ts';
import { uploadImage } from './files.ts';

/** Simulates the browser's abort when the page is left. */
let abortByBrowser: () => void;

beforeEach(() => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      statusText = '';
      onabort = (): void => {};
      open(): void {}
      setRequestHeader(): void {}
      abort = (): void => this.onabort();
      send(): void {
        abortByBrowser = this.abort;
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

const upload = (signal: AbortSignal) =>
  uploadImage('picture', new Blob(['x']), { signal, userId: 'student', onProgress: () => {} });

test('[PH-03] upload: an abort by the browser counts as a lost network', async () => {
  const uploading = upload(new AbortController().signal);
  abortByBrowser();
  await expect(uploading).rejects.toBeInstanceOf(NetworkError);
});

test('upload: an abort by the caller rejects with its reason', async () => {
  const controller = new AbortController();
  const uploading = upload(controller.signal);
  const reason = new Error('left');
  controller.abort(reason);
  await expect(uploading).rejects.toBe(reason);
});
