import { isPictures } from '../../parts/pictures/draft-picture.ts';
import { readDraft } from '../../platform/drafts.ts';
import { hasTexts, type PostText } from './post-text.ts';

/** An unfinished post as it lies on the device. */
export interface Draft extends PostText {
  /** The id the post was last sent under, and what was sent. */
  attempt: { id: string; content: string } | null;
}

export const emptyDraft: Draft = { title: '', body: '', keywords: [], pictures: [], attempt: null };

/** What a version of the app before stored: one picture, whose bytes lie under the draft's own key. */
type OlderDraft = Omit<Draft, 'pictures'> & { upload: { id: string; done: boolean } | null };

/** The draft under this key, if there is one. */
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
