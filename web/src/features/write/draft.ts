import { isPictures } from '../pictures/draft-pictures.ts';
import { readDraft } from '../../lib/drafts.ts';
import { hasTexts, type PostText } from './post-text.ts';

/** Unfinished post, as stored on the device. */
export interface Draft extends PostText {
  /** Id and content of the last attempt. */
  attempt: { id: string; content: string } | null;
}

export const emptyDraft: Draft = { title: '', body: '', keywords: [], pictures: [], attempt: null };

/** Format of an older version: one picture, stored under the draft's key. */
type OlderDraft = Omit<Draft, 'pictures'> & { upload: { id: string; done: boolean } | null };

/** Returns the draft under this key, if any. */
export function readPostDraft(key: string): Draft | undefined {
  const stored = readDraft(key, isStored);
  if (!stored || 'pictures' in stored) return stored;
  const { upload, ...draft } = stored;
  return { ...draft, pictures: upload ? [{ ...upload, key: '', description: '' }] : [] };
}

export function isStored(value: unknown): value is Draft | OlderDraft {
  if (!hasTexts(value) || !('attempt' in value) || !hasId(value.attempt)) return false;
  if ('pictures' in value) return isPictures(value.pictures);
  return 'upload' in value && hasId(value.upload);
}

function hasId(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'object' && value !== undefined && 'id' in value && typeof value.id === 'string')
  );
}
