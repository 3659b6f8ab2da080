import type { WritableBoardKind } from '@madang/contract/posts/rules';
import { readDraft } from '../../lib/drafts.ts';
import { makeUuid } from '../../lib/request.ts';
import { type DraftPicture, isPictures } from '../pictures/draft-pictures.ts';

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

export interface PostText {
  title: string;
  body: string;
  keywords: readonly string[];
  pictures: readonly DraftPicture[];
}

/** Whether the value has title, body and keywords. */
export function hasTexts(value: unknown): value is Pick<PostText, 'title' | 'body' | 'keywords'> {
  if (typeof value !== 'object' || value === null) return false;
  const { title, body, keywords } = value as Record<string, unknown>;
  const texts = typeof title === 'string' && typeof body === 'string';
  return texts && Array.isArray(keywords) && keywords.every((keyword) => typeof keyword === 'string');
}

/** Returns the content of a post: equal content is the same post. */
export function contentOf({ title, body, keywords, pictures }: PostText): string {
  return JSON.stringify([title, body, keywords, pictures.map(({ id, description }) => [id, description])]);
}

/**
 * Returns the id for this content. Equal content on the same board keeps its id over retries and reloads, so lost responses
 * cause no duplicates.
 */
export function nameAttempt(boardId: string, draft: Draft): { id: string; content: string } {
  const content = `${boardId} ${contentOf(draft)}`;
  return draft.attempt?.content === content ? draft.attempt : { id: makeUuid(), content };
}

/** Returns the writable board the user came from; null asks for a building first [SC-41]. */
export function readBoard(from: string | undefined): string | null {
  const path = from?.split(/[?#]/, 1)[0] ?? '';
  if (path === '/board/question') return 'question';
  if (path === '/board/festival') return 'festival';
  return /^\/building\/([A-Za-z0-9-]{1,60})$/.exec(path)?.[1] ?? null;
}

export function readKind(boardId: string | null): WritableBoardKind {
  return boardId === 'question' || boardId === 'festival' ? boardId : 'building';
}

interface WriteState {
  from?: string;
  /** Building chosen in the picker. */
  board?: string;
}

export function readWriteState(state: unknown): WriteState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, board } = state as Record<string, unknown>;
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof board === 'string' ? { board } : {}),
  };
}
