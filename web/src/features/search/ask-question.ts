import { copy } from '../../copy.ko.ts';
import {
  asideKey,
  deleteDraft,
  draftKey,
  exchangeDrafts,
  hasDraft,
  readDraft,
  writeDraft,
} from '../../lib/drafts.ts';
import { navigate } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';

/** Initial text of a question. */
export interface AskedQuestion {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** Returns the storage key of the last prefilled question: an equal draft is unedited. */
const begunKey = (key: string): string => `${key}:asked`;

const isAny = (value: unknown): value is AskedQuestion => typeof value === 'object' && value !== null;

/**
 * Opens the question form with this text [FS-11]. A draft is set aside and offered there; if one is already aside, the draft
 * opens instead.
 */
export async function askQuestion(userId: string, asked: AskedQuestion): Promise<void> {
  const key = draftKey(userId, 'question');
  if (isUntouched(key)) deleteDraft(key);
  const free = !hasDraft(key) || (!hasDraft(asideKey(key)) && (await exchangeDrafts(key)));
  if (free) writeDraft(begunKey(key), asked);
  else showToast(copy['search.aside.open']);
  // Differs from the board's address, so sending leads there, not back to the search.
  const from = '/board/question#asked';
  if (window.location.pathname === '/search')
    navigate('/write', { state: { from, ...(free ? { asked } : {}) } });
}

function isUntouched(key: string): boolean {
  const [draft, begun] = [readDraft(key, isAny), readDraft(begunKey(key), isAny)];
  const text = (value?: AskedQuestion) => value && JSON.stringify([value.title, value.body, value.keywords]);
  return (
    draft !== undefined &&
    text(draft) === text(begun) &&
    !(draft as { pictures?: unknown[] }).pictures?.length
  );
}
