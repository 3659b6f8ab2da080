import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { useWritingRightAlert } from '../../parts/campus/writing-right.ts';
import { boardPath, postListsKey, postQuery } from '../../parts/post/post-queries.ts';
import { endSession, setUser, useUser } from '../../parts/session/session.ts';
import { isRefusal } from '../../platform/api.ts';
import { draftKey, readDraft } from '../../platform/drafts.ts';
import { startNextAtTop } from '../../platform/scroll-memory.ts';
import { goBack, navigate } from '../../router/browser-history.ts';
import { useLocation } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, useForm } from '../../ui/use-form.ts';
import { type Draft, emptyDraft, isDraft } from './draft.ts';
import { usePostRules } from './post-rules.ts';
import { sendPost, type SentPost } from './send-post.ts';
import { useDraft } from './use-draft.ts';
import { useUpload } from './use-upload.ts';
import { readKind, readWriteState } from './write-target.ts';

/** The form of a new post, its draft on the device, and what sends it. */
export function useWriteForm(boardId: string) {
  const key = draftKey(useUser().id, boardId);
  const [initial] = useState(() => readDraft(key, isDraft) ?? emptyDraft);
  const kind = readKind(boardId);
  const validate = usePostRules(kind);
  const { upload, begin } = useUpload();
  const land = useLanding(boardId);
  const tell = useTellFailure();

  const form = useForm<Draft>({
    initial,
    validate,
    send: async (values): Promise<void> => {
      const sent = await sendPost(boardId, values, draft.image?.blob, form.set, begin());
      draft.finish();
      land(sent);
    },
    // The draft stays in every case.
    onError: (error) => {
      if (isRefusal(error, 'image.tooLarge', 'image.unreadable', 'body.tooLarge')) draft.detach();
      return tell(error);
    },
  });
  const draft = useDraft(key, form.values, form.set);
  return { form, draft, kind, upload };
}

/** Goes to the board of a post that was sent. */
function useLanding(boardId: string) {
  const client = useQueryClient();
  const user = useUser();
  const { from } = readWriteState(useLocation().state);
  const board = boardPath(boardId);
  return ({ post, awardedPoints, points }: SentPost): void => {
    // A new post changes every list it may stand in.
    client.removeQueries({ queryKey: postListsKey });
    client.setQueryData(postQuery(post.id).queryKey, post);
    setUser(client, { ...user, points });
    showToast(
      awardedPoints > 0 ? fillCopy(copy['write.done.points'], { n: awardedPoints }) : copy['write.done'],
    );
    // Back to the entry that the user came from, or the board would stand twice in the history.
    if (from === board) {
      startNextAtTop();
      goBack(from);
    } else navigate(board, { replace: true });
  };
}

function useTellFailure() {
  const client = useQueryClient();
  const refuse = useWritingRightAlert();
  const { describeFields, describeError } = useProblemText();
  return (error: unknown): FieldErrors<Draft> | undefined => {
    if (isRefusal(error, 'right.required')) {
      refuse();
      return undefined;
    }
    if (error instanceof DOMException) showToast(copy['write.upload.cancelled']);
    else if (isRefusal(error, 'upload.used')) showToast(copy['error.image.again']);
    else if (isRefusal(error, 'identifier.taken')) showToast(copy['error.post.taken']);
    else showToast(describeError(error));
    // The draft waits on the device for the next time [ER-09].
    if (isRefusal(error, 'session.required')) endSession(client, '/');
    return describeFields(error);
  };
}
