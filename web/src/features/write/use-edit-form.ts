import { EDITS_MAX } from '@madang/contract/own-content/rules';
import type { NewerText } from '@madang/contract/errors';
import type { Post } from '@madang/contract/posts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { useWritingRightAlert } from '../../parts/campus/writing-right.ts';
import { showEditedPost } from '../../parts/post/post-cache.ts';
import { hotsKey, postListsKey } from '../../parts/post/post-queries.ts';
import { useUser } from '../../parts/session/session.ts';
import { ApiError, call, isRefusal, type Output } from '../../platform/api.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../platform/drafts.ts';
import { goBack } from '../../router/browser-history.ts';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../ui/use-form.ts';
import { type Draft, hasTexts } from './draft.ts';
import { usePostRules } from './post-rules.ts';
import { readKind } from './write-target.ts';

/** What is edited of a post; as it lies on the device while it is. */
type Edit = Pick<Draft, 'title' | 'body' | 'keywords'>;

/** The form of an own post: its text on the device until it is saved, and what becomes of two tabs [OW-03]. */
export function useEditForm(post: Post, start: Output<'GET /api/posts/{id}/edit'>) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, `edit/${post.id}`);
  const stored = { title: start.title, body: start.body, keywords: start.keywords };
  const [initial] = useState(() => {
    const draft = readDraft(key, hasTexts);
    return draft && start.titleFrozen ? { ...draft, title: stored.title } : (draft ?? stored);
  });
  const [restored, setRestored] = useState(() => !isSame(initial, stored));
  const [newer, setNewer] = useState<NewerText | null>(null);
  const saved = useRef(false);
  const kind = readKind(post.buildingId);
  const validate = usePostRules(kind, start.keywords);
  const [asking, setAsking] = useState(false);
  const tell = useTellFailure((text) => {
    setNewer(text);
    setAsking(true);
  });

  const form = useForm<Edit>({
    initial,
    validate,
    send: async (values): Promise<void> => {
      const revision = newer?.revision ?? start.revision;
      const body = { ...values, keywords: [...values.keywords], revision };
      const edited = await call('PUT /api/posts/{id}', { path: { id: post.id }, body });
      saved.current = true;
      deleteDraft(key);
      showEditedPost(client, edited);
      for (const queryKey of [postListsKey, hotsKey]) void client.invalidateQueries({ queryKey });
      showToast(copy['own.saved']);
      goBack(`/post/${post.id}`);
    },
    onError: tell,
  });

  const { values } = form;
  useEffect(() => {
    if (saved.current) return;
    if (isSame(values, { title: start.title, body: start.body, keywords: start.keywords })) deleteDraft(key);
    else writeDraft(key, values);
  }, [key, values, start]);

  function fill(text: Edit): void {
    form.set('title', text.title);
    form.set('body', text.body);
    form.set('keywords', text.keywords);
  }

  return {
    form,
    /** What stands there now, while it is asked which text shall stay. */
    newer: asking ? newer : null,
    restored,
    /** Begins again with what is stored; what it returns brings the typed text back. */
    discard(): () => void {
      setRestored(false);
      fill(stored);
      return () => fill(values);
    },
    /** Goes on with what somebody saved meanwhile; the message brings the typed text back. */
    takeTheirs(): void {
      if (!newer) return;
      setAsking(false);
      const { title = values.title, body, keywords = values.keywords } = newer;
      fill({ title, body, keywords });
      showToast(copy['own.conflict.taken'], { label: copy['action.undo'], run: () => fill(values) });
    },
  };
}

function useTellFailure(onNewer: (newer: NewerText) => void) {
  const refuse = useWritingRightAlert();
  const { describeFields, describeError } = useProblemText();
  return (error: unknown): FieldErrors<Edit> | undefined => {
    if (isRefusal(error, 'edit.outdated') && error.newer) onNewer(error.newer);
    else if (isRefusal(error, 'right.required')) refuse();
    else if (isRefusal(error, 'edit.limit')) showToast(fillCopy(copy['own.limit'], { n: EDITS_MAX }));
    else if (isRefusal(error, 'resource.missing')) showToast(copy['state.missing.post']);
    else {
      const found: FieldErrors<Edit> = describeFields(error);
      // Somebody replied while it was being typed.
      if (error instanceof ApiError && error.fields.some(({ code }) => code === 'title.frozen'))
        found.title = copy['own.title.frozen'];
      showToast(firstError(found) ?? describeError(error));
      return found;
    }
    return undefined;
  };
}

function isSame(one: Edit, other: Edit): boolean {
  return (
    JSON.stringify([one.title, one.body, one.keywords]) ===
    JSON.stringify([other.title, other.body, other.keywords])
  );
}
