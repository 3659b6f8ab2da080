import { deleteBlob, readBlob, writeBlob } from './blobs.ts';
import { deleteDraft, readDraft, writeDraft } from './drafts.ts';

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
