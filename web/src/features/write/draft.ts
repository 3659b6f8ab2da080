import { type DraftPicture, isPictures } from '../../parts/pictures/draft-picture.ts';
import { readDraft } from '../../platform/drafts.ts';
import { makeUuid } from '../../platform/make-uuid.ts';

/** An unfinished post as it lies on the device. */
export interface Draft {
  title: string;
  body: string;
  keywords: readonly string[];
  pictures: readonly DraftPicture[];
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

/** Whether it holds title, body and keywords. */
export function hasTexts(value: unknown): value is Pick<Draft, 'title' | 'body' | 'keywords'> {
  if (typeof value !== 'object' || value === null) return false;
  const { title, body, keywords } = value as Record<string, unknown>;
  const texts = typeof title === 'string' && typeof body === 'string';
  return texts && Array.isArray(keywords) && keywords.every((keyword) => typeof keyword === 'string');
}

function hasId(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'object' && value !== undefined && 'id' in value && typeof value.id === 'string')
  );
}

/** What is written of a post. */
export type PostText = Pick<Draft, 'title' | 'body' | 'keywords' | 'pictures'>;

/** What a post says: where that is the same, so is the post. */
export function contentOf({ title, body, keywords, pictures }: PostText): string {
  return JSON.stringify([title, body, keywords, pictures.map(({ id, description }) => [id, description])]);
}

/**
 * The id to send this content under. The same content keeps its id over retries and reloads, so that a post
 * whose answer was lost is not posted twice; changed content is another post.
 */
export function nameAttempt(draft: Draft): { id: string; content: string } {
  const content = contentOf(draft);
  return draft.attempt?.content === content ? draft.attempt : { id: makeUuid(), content };
}
