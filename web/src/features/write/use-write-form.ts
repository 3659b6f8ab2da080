import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOfficial } from '../campus/campus-context.ts';
import { useWritingRightAlert } from '../accounts/writing-right.ts';
import { usePictureDraft } from '../pictures/uploads.tsx';
import { boardPath } from '../posts/post-queries.ts';
import { endSession, useUser } from '../session/session.ts';
import { isRefusal } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { navigate, useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { type Draft, emptyDraft, readPostDraft } from './draft.ts';
import { contentOf } from './post-text.ts';
import { usePostRules, usePostText } from './post-rules.ts';
import { readSending } from './sending.ts';
import { readKind, readWriteState } from './write-target.ts';

const late = lazyModule(() => import('./question-part.tsx'));
const suspension = lazyModule(() => import('../accounts/suspension.tsx'));

/** Draft key of a post whose building is chosen in the form: another choice keeps it. */
const ANY_BUILDING = '*';

/** Holds the form of a new post, its draft and its sending; `chooseBoard` if the form chooses the building. */
export function useWriteForm(boardId: string | null, chooseBoard: (() => void) | undefined) {
  const user = useUser();
  const official = useOfficial();
  const key = draftKey(user.id, boardId === null || (official && chooseBoard) ? ANY_BUILDING : boardId);
  const [initial] = useState(() => readPostDraft(key) ?? emptyDraft);
  const kind = readKind(boardId);
  const validate = usePostRules(kind);
  const several = official;
  const asking = useModule(late, kind === 'question' && official);
  const judging = useModule(suspension, official);
  const client = useQueryClient();
  const { from } = readWriteState(useLocation().state);
  const tell = useTellFailure();

  const form = useForm<Draft>({
    initial,
    validate,
    send: async (values): Promise<void> => {
      if (boardId === null) return chooseBoard?.();
      const { landOnBoard, sendPost } = await readSending();
      const sent = await sendPost(boardId, values, { uploads: draft.uploads, set: form.set, several });
      draft.finish();
      if (sent) landOnBoard({ client, user, from }, sent);
      else navigate(boardPath(boardId), { replace: true });
    },
    // The draft is kept in every case.
    onError: tell,
  });
  const draft = usePictureDraft(form, key, emptyDraft, contentOf);
  return { form, draft, kind, asking, judging };
}

function useTellFailure() {
  const client = useQueryClient();
  const refuse = useWritingRightAlert();
  const { describeFields, describeError } = usePostText();
  return (error: unknown): FieldErrors<Draft> | undefined => {
    if (isRefusal(error, 'right.required')) {
      refuse();
      return undefined;
    }
    showToast((error as { told?: string }).told ?? describeError(error));
    // The draft stays on the device until the next login [ER-09].
    if (isRefusal(error, 'session.required')) endSession(client, '/');
    return describeFields(error);
  };
}
