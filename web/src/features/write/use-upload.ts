import { useRef, useState } from 'react';

export interface Upload {
  /** How much has been sent, from 0 to 1. */
  share: number;
  cancel: () => void;
}

/** Watches one upload at a time; null while there is none that can still be cancelled. */
export function useUpload() {
  const [share, setShare] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  const upload: Upload | null =
    share === null || share === 1 ? null : { share, cancel: () => controller.current?.abort() };

  function begin() {
    controller.current = new AbortController();
    return { signal: controller.current.signal, onProgress: setShare };
  }

  return { upload, begin };
}
