import { makeUuid } from '../../lib/request.ts';
import type { Draft } from './draft.ts';
import { contentOf } from './post-text.ts';

/**
 * Returns the id for this content. Equal content on the same board keeps its id over retries and reloads, so lost responses
 * cause no duplicates.
 */
export function nameAttempt(boardId: string, draft: Draft): { id: string; content: string } {
  const content = `${boardId} ${contentOf(draft)}`;
  return draft.attempt?.content === content ? draft.attempt : { id: makeUuid(), content };
}
