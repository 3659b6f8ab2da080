import { copy } from '../../copy.ko.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../platform/drafts.ts';
import { asideKey, exchangeDrafts, hasDraft } from '../../platform/set-aside.ts';
import { navigate } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';

/** What a question begins with. */
export interface AskedQuestion {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** What was last begun so, under the key of the draft: while the draft is the same, nobody wrote on it. */
const begunKey = (key: string): string => `${key}:asked`;

const isAny = (value: unknown): value is AskedQuestion => typeof value === 'object' && value !== null;

/**
 * Opens the composer on the question board with this text in it [FS-11]. A question that is being written waits, and is offered
 * there; where one waits already, the one that is being written is opened, so that none is lost.
 */
export async function askQuestion(userId: string, asked: AskedQuestion): Promise<void> {
  const key = draftKey(userId, 'question');
  if (isUntouched(key)) deleteDraft(key);
  const free = !hasDraft(key) || (!hasDraft(asideKey(key)) && (await exchangeDrafts(key)));
  if (free) writeDraft(begunKey(key), asked);
  else showToast(copy['search.aside.open']);
  // The address of the board is not the one that was come from: a sent question leads there, and not back to the search.
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
