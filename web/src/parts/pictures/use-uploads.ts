import { useRef, useState } from 'react';
import type { DraftPictures } from './use-draft-pictures.ts';

/** How much of the pictures has been sent, from 0 to 1, and what stops it. */
export interface Upload {
  share: number;
  cancel: () => void;
}

/** A chosen picture cannot be attached, so what would have named it is not sent; the message says why. */
export class PictureProblem extends Error {}

/** Returns the preparation of chosen pictures, one after the other. */
function usePreparing() {
  const last = useRef<Promise<string | null>>(null);
  return {
    /** Begins once what was chosen before is prepared; the work returns why a picture cannot be attached. */
    prepare(work: () => Promise<string | null>): void {
      const before = last.current ?? Promise.resolve(null);
      const now = before.then(work).finally(() => {
        if (last.current === now) last.current = null;
      });
      last.current = now;
    },
    /** Waits until all chosen pictures are attached. Throws a PictureProblem where one cannot be. */
    async prepared(): Promise<void> {
      while (last.current) {
        const problem = await last.current;
        if (problem) throw new PictureProblem(problem);
      }
    },
  };
}

/** What is known of the pictures of a form while they are sent. */
export function useUploads(pictures: DraftPictures) {
  /** How much has been sent of those that are under way. */
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
    /** Null when its sending has ended, whichever way. */
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
    /** The signal with which one cancels what is sent from now on. */
    begin: (): AbortSignal => (controller.current = new AbortController()).signal,
  };
}

export type Uploads = ReturnType<typeof useUploads>;
