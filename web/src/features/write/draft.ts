import { makeUuid } from '../../platform/make-uuid.ts';

/** An unfinished post as it lies on the device; its picture lies in another store, under the same key. */
export interface Draft {
  title: string;
  body: string;
  keywords: readonly string[];
  /** The name under which the picture is, or will be, on the server. */
  upload: { id: string; done: boolean } | null;
  /** The id the post was last sent under, and what was sent. */
  attempt: { id: string; content: string } | null;
}

export const emptyDraft: Draft = { title: '', body: '', keywords: [], upload: null, attempt: null };

export function isDraft(value: unknown): value is Draft {
  if (!hasTexts(value)) return false;
  const { upload, attempt } = value as Record<string, unknown>;
  return hasId(upload) && hasId(attempt);
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

export function isEmpty({ title, body, keywords, upload }: Draft): boolean {
  return title === '' && body === '' && keywords.length === 0 && upload === null;
}

/**
 * The id to send this content under. The same content keeps its id over retries and reloads, so that a post
 * whose answer was lost is not posted twice; changed content is another post.
 */
export function nameAttempt(draft: Draft): { id: string; content: string } {
  const content = JSON.stringify([draft.title, draft.body, draft.keywords, draft.upload?.id ?? null]);
  return draft.attempt?.content === content ? draft.attempt : { id: makeUuid(), content };
}
