import { EDITS_MAX } from '@madang/contract/own-content/rules';
import type { NewerText } from '@madang/contract/errors';
import type { Post } from '@madang/contract/posts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useOfficial } from '../../parts/campus/campus-context.ts';
import { useWritingRightAlert } from '../../parts/campus/writing-right.ts';
import { hotsKey, postListsKey, showEditedPost } from '../../parts/post/post-queries.ts';
import { useUser } from '../../parts/session/session.ts';
import { call, isRefusal, type Output } from '../../platform/api.ts';
import { deleteBlobs } from '../../platform/blobs.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../platform/drafts.ts';
import { goBack } from '../../router/browser-history.ts';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../ui/use-form.ts';
import { type Draft, type DraftPicture, hasTexts, isPictures } from './draft.ts';
import { usePostRules, usePostText } from './post-rules.ts';
import { useDraftPictures } from './use-draft-pictures.ts';
import { readSending } from './sending.ts';
import { useUploads } from './use-uploads.ts';
import { readKind } from './write-target.ts';

/** What is edited of a post; as it lies on the device while it is. */
type Edit = Pick<Draft, 'title' | 'body' | 'keywords' | 'pictures'>;

/** The form of an own post: its text on the device until it is saved, and what becomes of two tabs [OW-03]. */
export function useEditForm(post: Post, start: Output<'GET /api/posts/{id}/edit'>) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, `edit/${post.id}`);
  const several = useOfficial();
  const [stored] = useState(() => toEdit(start));
  const [initial] = useState(() => {
    const draft = readDraft(key, isEdit);
    if (!draft) return stored;
    return start.titleFrozen ? { ...draft, title: stored.title } : draft;
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
      const [title, body] = [values.title.normalize('NFC'), values.body.normalize('NFC')];
      const { sendWithPictures } = await readSending();
      const edited = await sendWithPictures(uploads, (sent) =>
        call('PUT /api/posts/{id}', {
          path: { id: post.id },
          body: {
            revision,
            title,
            body,
            keywords: [...values.keywords],
            ...(several ? { pictures: sent } : {}),
          },
        }),
      );
      saved.current = true;
      deleteDraft(key);
      void deleteBlobs(key);
      showEditedPost(client, edited);
      for (const queryKey of [postListsKey, hotsKey]) void client.invalidateQueries({ queryKey });
      showToast(copy['own.saved']);
      goBack(`/post/${post.id}`);
    },
    onError: tell,
  });
  const pictures = useDraftPictures(key, form.values.pictures, (list) => form.set('pictures', list));
  const uploads = useUploads(pictures);

  const { values } = form;
  useEffect(() => {
    if (saved.current) return;
    if (isSame(values, stored)) deleteDraft(key);
    else writeDraft(key, values);
  }, [key, values, stored]);

  function fill(text: Edit): void {
    form.set('title', text.title);
    form.set('body', text.body);
    form.set('keywords', text.keywords);
    form.set('pictures', text.pictures);
  }

  return {
    form,
    uploads,
    several,
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
      const theirs = newer.pictures ? toPictures(newer.pictures) : values.pictures;
      fill({ title, body, keywords, pictures: theirs });
      showToast(copy['own.conflict.taken'], { label: copy['action.undo'], run: () => fill(values) });
    },
  };
}

function useTellFailure(onNewer: (newer: NewerText) => void) {
  const refuse = useWritingRightAlert();
  // Somebody replied while it was being typed.
  const frozen = { 'title.frozen': copy['own.title.frozen'] };
  const { describeFields, describeError } = usePostText(frozen);
  return (error: unknown): FieldErrors<Edit> | undefined => {
    if (isRefusal(error, 'edit.outdated') && error.newer) onNewer(error.newer);
    else if (isRefusal(error, 'right.required')) refuse();
    else if (isRefusal(error, 'edit.limit')) showToast(fillCopy(copy['own.limit'], { n: EDITS_MAX }));
    else if (isRefusal(error, 'resource.missing')) showToast(copy['state.missing.post']);
    else {
      const found: FieldErrors<Edit> = describeFields(error);
      showToast(firstError(found) ?? describeError(error));
      return found;
    }
    return undefined;
  };
}

function isSame(one: Edit, other: Edit): boolean {
  const told = ({ title, body, keywords, pictures }: Edit): string =>
    JSON.stringify([title, body, keywords, pictures.map(({ id, description }) => [id, description])]);
  return told(one) === told(other);
}

function isEdit(value: unknown): value is Edit {
  return hasTexts(value) && 'pictures' in value && isPictures(value.pictures);
}

function toEdit({ title, body, keywords, pictures }: Output<'GET /api/posts/{id}/edit'>): Edit {
  return { title, body, keywords, pictures: toPictures(pictures) };
}

/** What the post has already: known by its upload, and shown from its address. */
function toPictures(pictures: Output<'GET /api/posts/{id}/edit'>['pictures']): DraftPicture[] {
  return pictures.map(({ uploadId, image, description }) => ({
    key: uploadId,
    id: uploadId,
    done: true,
    description,
    image,
  }));
}
