import { useRef, useState } from 'react';
import type { DraftPictures } from './use-draft-pictures.ts';

/** Upload progress from 0 to 1, and its cancellation. */
export interface Upload {
  share: number;
  cancel: () => void;
}

/** Error: a picture cannot be attached, so nothing is sent. The message holds the reason. */
export class PictureProblem extends Error {}

/** Prepares chosen pictures, one at a time. */
function usePreparing() {
  const last = useRef<Promise<string | null>>(null);
  return {
    /** Starts after earlier preparations; `work` returns why a picture cannot be attached. */
    prepare(work: () => Promise<string | null>): void {
      const before = last.current ?? Promise.resolve(null);
      const now = before.then(work).finally(() => {
        if (last.current === now) last.current = null;
      });
      last.current = now;
    },
    /** Waits until all chosen pictures are attached. @throws PictureProblem if one cannot be. */
    async prepared(): Promise<void> {
      while (last.current) {
        const problem = await last.current;
        if (problem) throw new PictureProblem(problem);
      }
    },
  };
}

/** Tracks a form's pictures during their upload. */
export function useUploads(pictures: DraftPictures) {
  /** Progress of uploads in progress, from 0 to 1. */
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const controller = useRef<AbortController>(null);
  const preparing = usePreparing();
  const under = [...shares.values()].filter((share) => share < 1);
  const upload: Upload | null =
    under.length === 0
      ? null
      : {
          share: under.reduce((sum, share) => sum + share, 0) / under.length,
          cancel: () => controller.current?.abort(),
        };

  return {
    pictures,
    ...preparing,
    upload,
    shares,
    failed,
    /** Null when the upload has ended in any way. */
    noteShare(key: string, share: number | null): void {
      setShares((known) => {
        const others = new Map(known);
        others.delete(key);
        return share === null ? others : others.set(key, share);
      });
    },
    noteFailure(key: string, isFailed: boolean): void {
      setFailed((known) => {
        const others = new Set(known);
        others.delete(key);
        return isFailed ? others.add(key) : others;
      });
    },
    /** Returns the signal that cancels uploads started from now on. */
    begin: (): AbortSignal => (controller.current = new AbortController()).signal,
  };
}

export type Uploads = ReturnType<typeof useUploads>;
