import { makeUuid } from '../../platform/make-uuid.ts';
import type { Draft } from './draft.ts';
import { contentOf } from './post-text.ts';

/**
 * The id to send this content under. The same content for the same board keeps its id over retries and reloads, so that a post
 * whose answer was lost is not posted twice; changed content is another post.
 */
export function nameAttempt(boardId: string, draft: Draft): { id: string; content: string } {
  const content = `${boardId} ${contentOf(draft)}`;
  return draft.attempt?.content === content ? draft.attempt : { id: makeUuid(), content };
}
