import type { NewerText } from '@madang/contract/errors';
import { EDITS_MAX } from '@madang/contract/posts/rules';
import type { Post } from '@madang/contract/posts/schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call, isRefusal, type Output } from '../../lib/api.ts';
import { draftKey, readDraft } from '../../lib/drafts.ts';
import { useKeyboardInset } from '../../lib/page.ts';
import { goBack, useParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { useWritingRightAlert } from '../accounts/account-notices.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import forms from '../campus/form.module.css';
import { Screen } from '../campus/screen.tsx';
import { type DraftPicture, isPictures } from '../pictures/draft-pictures.ts';
import { sendWithPictures, SubmitWithPictures, usePictureDraft } from '../pictures/uploads.tsx';
import { DraftNotes, useNewer } from '../posts/draft-notes.tsx';
import { hotsKey, postListsKey, postQuery, showEditedPost } from '../posts/post-queries.ts';
import { useUser } from '../session/session.ts';
import { contentOf, hasTexts, type PostText, readKind } from './draft.ts';
import {
  BoardField,
  KeywordField,
  PicturePart,
  TextFields,
  usePostRules,
  usePostText,
  WriteSkeleton,
} from './post-fields.tsx';

export default function EditPostScreen() {
  const { id = '' } = useParams();
  const start = useQuery(editQuery(id));
  const post = useQuery(postQuery(id));
  const error = start.error ?? post.error;
  const retry = () => Promise.all([start.refetch(), post.refetch()]);
  return (
    <Screen title={copy['own.heading']}>
      {error ? (
        <Failure error={error} onRetry={retry} missing={{ text: copy['state.missing.post'], to: '/' }} />
      ) : start.data && post.data ? (
        <EditForm key={id} post={post.data} start={start.data} />
      ) : (
        <WriteSkeleton />
      )}
    </Screen>
  );
}

interface EditFormProps {
  post: Post;
  start: Output<'GET /api/posts/{id}/edit'>;
}

function EditForm({ post, start }: EditFormProps) {
  const { form, draft, conflict, several } = useEditForm(post, start);
  const kind = readKind(post.buildingId);
  useKeyboardInset();
  return (
    <form className={forms.form} {...form.form}>
      <DraftNotes form={form} draft={draft} text={copy['own.draft']} conflict={conflict} />
      <BoardField name={post.buildingName} onChoose={undefined} />
      <TextFields
        form={form}
        frozen={start.titleFrozen ? copy['own.title.frozen'] : undefined}
        asked={kind === 'question'}
      />
      {several ? <PicturePart uploads={draft.uploads} /> : null}
      <KeywordField
        kind={kind}
        value={form.values.keywords}
        kept={start.keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <SubmitWithPictures upload={draft.uploads.upload} busy={form.busy}>
        {copy['own.save']}
      </SubmitWithPictures>
    </form>
  );
}

/** Returns the query of an own post's editable parts; refetched on each visit, as replies freeze the title. */
function editQuery(id: string) {
  return queryOptions({
    queryKey: ['edit', id],
    ...ask('GET /api/posts/{id}/edit', { path: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Holds the form of an own post, its draft on the device, and tab conflicts [OW-03]. */
function useEditForm(post: Post, start: Output<'GET /api/posts/{id}/edit'>) {
  const client = useQueryClient();
  const key = draftKey(useUser().id, `edit/${post.id}`);
  const several = useOfficial();
  const [stored] = useState(() => toText(start));
  const [initial] = useState(() => {
    const draft = readDraft(key, isText);
    if (!draft) return stored;
    return start.titleFrozen ? { ...draft, title: stored.title } : draft;
  });
  const kind = readKind(post.buildingId);
  const validate = usePostRules(kind, start.keywords);
  const tell = useTellFailure();

  const form = useForm<PostText>({
    initial,
    validate,
    send: async (values): Promise<void> => {
      const revision = conflict.newer?.revision ?? start.revision;
      const [title, body] = [values.title.normalize('NFC'), values.body.normalize('NFC')];
      const edited = await sendWithPictures(draft.uploads, (sent) =>
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
      draft.finish();
      showEditedPost(client, edited);
      for (const queryKey of [postListsKey, hotsKey]) void client.invalidateQueries({ queryKey });
      showToast(copy['own.saved']);
      goBack(`/post/${post.id}`);
    },
    onError: (error): FieldErrors<PostText> | undefined => tell(error, conflict.ask),
  });
  const { values } = form;
  const draft = usePictureDraft(form, key, stored, contentOf);
  const conflict = useNewer(form, ({ title, body, keywords, pictures }: NewerText): PostText => ({
    title: title ?? values.title,
    body,
    keywords: keywords ?? values.keywords,
    pictures: pictures ? toPictures(pictures) : values.pictures,
  }));
  return { form, draft, conflict, several };
}

function useTellFailure() {
  const refuse = useWritingRightAlert();
  // Another user replied during the edit.
  const frozen = { 'title.frozen': copy['own.title.frozen'] };
  const { describeFields, describeError } = usePostText(frozen);
  return (error: unknown, onNewer: (newer: NewerText) => void): FieldErrors<PostText> | undefined => {
    if (isRefusal(error, 'edit.outdated') && error.newer) onNewer(error.newer);
    else if (isRefusal(error, 'right.required')) refuse();
    else if (isRefusal(error, 'edit.limit')) showToast(fillCopy(copy['own.limit'], { n: EDITS_MAX }));
    else if (isRefusal(error, 'resource.missing')) showToast(copy['state.missing.post']);
    else {
      const found: FieldErrors<PostText> = describeFields(error);
      showToast(firstError(found) ?? describeError(error));
      return found;
    }
    return undefined;
  };
}

function isText(value: unknown): value is PostText {
  return hasTexts(value) && 'pictures' in value && isPictures(value.pictures);
}

function toText({ title, body, keywords, pictures }: Output<'GET /api/posts/{id}/edit'>): PostText {
  return { title, body, keywords, pictures: toPictures(pictures) };
}

/** Returns the post's existing pictures, keyed by upload and shown from their addresses. */
function toPictures(pictures: Output<'GET /api/posts/{id}/edit'>['pictures']): DraftPicture[] {
  return pictures.map(({ uploadId, image, description }) => ({
    key: uploadId,
    id: uploadId,
    done: true,
    description,
    image,
  }));
}
