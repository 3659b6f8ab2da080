import { type IDBPDatabase, openDB } from 'idb';
import { useEffect, useRef, useState } from 'react';

/** Raised when the stored shape changes; drafts of an older shape stay unread. */
const VERSION = 1;

/** Returns the storage key of a user's draft for one board. */
export function draftKey(userId: string, boardId: string): string {
  return `draft:v${VERSION}:${userId}:${boardId}`;
}

/** Returns the result of an access to storage; undefined if storage is full or forbidden. */
export function tryStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export function readDraft<T>(key: string, isDraft: (value: unknown) => value is T): T | undefined {
  return tryStorage(() => {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : undefined;
  });
}

export const readText = (key: string): string | undefined =>
  readDraft(key, (value) => typeof value === 'string');

/** Returns the stored text of this key; empty if there is none. */
export const readStored = (key: string): string => tryStorage(() => localStorage.getItem(key)) ?? '';

/** Stores a draft. A full or forbidden store loses only the draft, not the screen's text. */
export function writeDraft(key: string, draft: unknown): void {
  tryStorage(() => localStorage.setItem(key, JSON.stringify(draft)));
}

export function deleteDraft(key: string): void {
  tryStorage(() => localStorage.removeItem(key));
}

const DATABASE = 'drafts';
const STORE = 'images';

/** Reads a picture of an unfinished post; localStorage holds text only. */
export async function readBlob(key: string): Promise<Blob | undefined> {
  const value: unknown = await withImages((images) => images.get(STORE, key));
  return value instanceof Blob ? value : undefined;
}

export async function writeBlob(key: string, blob: Blob): Promise<void> {
  await withImages((images) => images.put(STORE, blob, key));
}

/** Deletes the blob of this key only. */
export async function deleteBlob(key: string): Promise<void> {
  await withImages((images) => images.delete(STORE, key));
}

/** Deletes the blobs of this key and below it. */
export async function deleteBlobs(key: string): Promise<void> {
  await deleteBlob(key);
  await withImages((images) => images.delete(STORE, IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)));
}

/** Resolves undefined without a usable store (private windows): the draft then has no picture. */
async function withImages<T>(act: (images: IDBPDatabase) => Promise<T>): Promise<T | undefined> {
  try {
    const images = await openDB(DATABASE, 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
    });
    return await act(images).finally(() => images.close());
  } catch {
    return undefined;
  }
}

/** Returns the key of a draft set aside while another is written. */
export const asideKey = (key: string): string => `${key}:aside`;

interface StoredDraft {
  pictures?: readonly { key: string }[];
}

const isDraft = (value: unknown): value is StoredDraft => typeof value === 'object' && value !== null;

export const hasDraft = (key: string): boolean => readDraft(key, isDraft) !== undefined;

/**
 * Swaps a draft with the one set aside; either may be missing. Copies pictures before texts. Returns false, without changes, if
 * the device is full.
 */
export async function exchangeDrafts(key: string): Promise<boolean> {
  const aside = asideKey(key);
  const [draft, waiting] = [readDraft(key, isDraft), readDraft(aside, isDraft)];
  await copyPictures(draft, key, aside);
  await copyPictures(waiting, aside, key);
  put(aside, draft);
  if (draft && JSON.stringify(readDraft(aside, isDraft)) !== JSON.stringify(draft)) return false;
  put(key, waiting);
  await deletePictures(draft, key);
  await deletePictures(waiting, aside);
  return true;
}

async function deletePictures(draft: StoredDraft | undefined, from: string): Promise<void> {
  for (const { key } of draft?.pictures ?? []) await deleteBlob(`${from}/${key}`);
}

async function copyPictures(draft: StoredDraft | undefined, from: string, to: string): Promise<void> {
  for (const { key } of draft?.pictures ?? []) {
    const blob = await readBlob(`${from}/${key}`);
    if (blob) await writeBlob(`${to}/${key}`, blob);
  }
}

function put(key: string, draft: StoredDraft | undefined): void {
  if (draft) writeDraft(key, draft);
  else deleteDraft(key);
}

/** Form of a draft. */
export interface DraftForm<Values> {
  values: Values;
  fill: (values: Values) => void;
}

interface DraftOptions<Values> {
  /** Storage key on the device. */
  key: string;
  /** Initial values without a draft. */
  stored: Values;
  /** Returns the part of the values that makes a draft different; default: all. */
  contentOf?: (values: Values) => string;
  /** Data stored with the values; must be a stable object. */
  beside?: object;
}

/** Stores form values on the device until sent. Keeps a draft stored by another tab. */
export function useDraft<Values extends object>(
  { values, fill }: DraftForm<Values>,
  { key, stored, contentOf = JSON.stringify, beside }: DraftOptions<Values>,
) {
  const same = contentOf(values) === contentOf(stored);
  const [restored, setRestored] = useState(!same);
  // Emptied by hand, it is a new draft.
  if (restored && same) setRestored(false);
  const finished = useRef(false);
  /** Initial or last stored draft of this form, and its key. */
  const own = useRef({ key: '', text: '' });

  function deleteOwn(): void {
    if (readStored(key) === own.current.text) deleteDraft(key);
  }

  useEffect(() => {
    if (finished.current) return;
    if (own.current.key !== key) own.current = { key, text: readStored(key) };
    if (same) deleteOwn();
    else {
      writeDraft(key, { ...values, ...beside });
      own.current.text = readStored(key);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `deleteOwn` is a new function at each render.
  }, [key, values, same, beside]);

  return {
    /** Whether the values are from an earlier visit. */
    restored,
    /** Deletes the draft after sending, and stops storing it. */
    finish(): void {
      finished.current = true;
      deleteOwn();
    },
    /** Discards the draft; returns a function that restores it, on any screen. */
    discard(): () => void {
      fill(stored);
      // The focused button is removed.
      document.querySelector('h1')?.focus({ preventScroll: true });
      return () => {
        writeDraft(key, { ...values, ...beside });
        fill(values);
        setRestored(true);
      };
    },
  };
}
