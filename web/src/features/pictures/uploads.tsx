import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { deleteBlob, type DraftForm, useDraft, writeBlob } from '../../lib/drafts.ts';
import { uploadImage } from '../../lib/files.ts';
import { makeUuid } from '../../lib/request.ts';
import forms from '../campus/form.module.css';
import { type DraftPicture, type DraftPictures, patchPicture, useDraftPictures } from './draft-pictures.ts';
import styles from './picture-field.module.css';

/** Upload progress from 0 to 1, and its cancellation. */
export interface Upload {
  share: number;
  cancel: () => void;
}

/** Error: a picture cannot be attached, so nothing is sent. The message holds the reason. */
class PictureProblem extends Error {}

/** Prepares chosen pictures, one at a time. */
function usePreparing() {
  const last = useRef<Promise<string | null>>(null);
  return {
    /** Starts after earlier preparations; `work` returns why a picture cannot be attached. */
    prepare(work: () => Promise<string | null>): void {
      const before = last.current ?? Promise.resolve(null);
      const now = before.then(work).finally(() => {
        if (last.current === now) last.current = null;
      });
      last.current = now;
    },
    /** Waits until all chosen pictures are attached. @throws PictureProblem if one cannot be. */
    async prepared(): Promise<void> {
      while (last.current) {
        const problem = await last.current;
        if (problem) throw new PictureProblem(problem);
      }
    },
  };
}

/** Tracks a form's pictures during their upload. */
function useUploads(pictures: DraftPictures) {
  /** Progress of uploads in progress, from 0 to 1. */
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const controller = useRef<AbortController>(null);
  const preparing = usePreparing();
  const under = [...shares.values()].filter((share) => share < 1);
  const upload: Upload | null =
    under.length === 0
      ? null
      : {
          share: under.reduce((sum, share) => sum + share, 0) / under.length,
          cancel: () => controller.current?.abort(),
        };

  return {
    pictures,
    ...preparing,
    upload,
    shares,
    failed,
    /** Null when the upload has ended in any way. */
    noteShare(key: string, share: number | null): void {
      setShares((known) => {
        const others = new Map(known);
        others.delete(key);
        return share === null ? others : others.set(key, share);
      });
    },
    noteFailure(key: string, isFailed: boolean): void {
      setFailed((known) => {
        const others = new Set(known);
        others.delete(key);
        return isFailed ? others.add(key) : others;
      });
    },
    /** Returns the signal that cancels uploads started from now on. */
    begin: (): AbortSignal => (controller.current = new AbortController()).signal,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Reference to an uploaded picture in a post. */
export interface SentPicture {
  uploadId: string;
  description: string;
}

/** Uploads one picture unless the server has it; a retry under the same id is idempotent. */
async function sendPicture(uploads: Uploads, key: string, signal: AbortSignal): Promise<void> {
  const { pictures, noteFailure, noteShare } = uploads;
  const picture = pictures.read().find((one) => one.key === key);
  const blob = pictures.blobOf(key);
  if (!picture || picture.done || !blob) return;
  const options = { signal, onProgress: (share: number | null) => noteShare(key, share) };
  noteFailure(key, false);
  try {
    await uploadImage(picture.id, blob, options).catch((error: unknown) => {
      if (!isRefusal(error, 'identifier.taken')) throw error;
      const id = makeUuid();
      patchPicture(pictures, key, { id });
      return uploadImage(id, blob, options);
    });
  } catch (error) {
    noteFailure(key, !signal.aborted);
    throw error;
  }
  patchPicture(pictures, key, { done: true });
}

/** Retries a failed upload; the tile shows the result. */
export async function retryPicture(uploads: Uploads, key: string): Promise<void> {
  await sendPicture(uploads, key, uploads.begin()).catch(() => {});
}

/** Returns the pictures of a form as the references in a post. */
export const namePictures = ({ pictures }: Uploads): SentPicture[] =>
  pictures.read().map(({ id, description }) => ({ uploadId: id, description: description.trim() }));

/**
 * Waits for preparation, uploads missing pictures one by one, then sends the text. Pictures the server lost get new ids on
 * retry.
 */
export async function sendWithPictures<Answer>(
  uploads: Uploads,
  send: (sent: SentPicture[]) => Promise<Answer>,
): Promise<Answer> {
  const { pictures } = uploads;
  const signal = uploads.begin();
  await uploads.prepared();
  for (const { key } of pictures.read()) await sendPicture(uploads, key, signal);
  try {
    return await send(namePictures(uploads));
  } catch (error) {
    if (isPictureGone(error))
      for (const { key, image } of pictures.read())
        if (image === undefined) patchPicture(pictures, key, { id: makeUuid(), done: false });
    throw error;
  }
}

/** Whether the uploads are lost: deleted unused after a day, or used already. */
function isPictureGone(error: unknown): boolean {
  return (
    isRefusal(error, 'upload.used') ||
    (isRefusal(error, 'input.invalid') &&
      error.fields.some(({ field }) => /^(?:pictures|uploadId)/.test(field)))
  );
}

/** Returns the message if uploading the pictures failed; undefined for other errors. */
export function describeSending(error: unknown): string | undefined {
  if (error instanceof PictureProblem) return error.message;
  if (error instanceof DOMException) return copy['write.upload.cancelled'];
  return isPictureGone(error) ? copy['error.image.again'] : undefined;
}

interface TextForm<Text> extends DraftForm<Text> {
  set: (name: 'pictures', list: readonly DraftPicture[]) => void;
}

/** Stores the draft of a text with pictures, and their upload state; `contentOf` returns its content. */
export function usePictureDraft<Text extends { pictures: readonly DraftPicture[] }>(
  form: TextForm<Text>,
  key: string,
  stored: Text,
  contentOf: (text: Text) => string,
) {
  const draft = useDraft(form, { key, stored, contentOf });
  const pictures = useDraftPictures(key, form.values.pictures, (list) => form.set('pictures', list));
  const uploads = useUploads(pictures);
  // Another tab may have its own pictures under the same key.
  const deleteOwn = (list: readonly DraftPicture[]): void => {
    for (const picture of list) void deleteBlob(pictures.nameOf(picture.key));
  };
  return {
    restored: draft.restored,
    uploads,
    finish(): void {
      draft.finish();
      deleteOwn(pictures.read());
    },
    discard(): () => void {
      const list = pictures.read();
      const blobs = list.map((picture) => [picture.key, pictures.blobOf(picture.key)] as const);
      const bringBack = draft.discard();
      deleteOwn(list);
      return () => {
        bringBack();
        for (const [name, blob] of blobs) if (blob) void writeBlob(pictures.nameOf(name), blob);
      };
    },
  };
}

interface SubmitProps {
  /** The upload in progress. */
  upload: Upload | null | undefined;
  busy: boolean;
  children: string;
}

/** Renders the submit button of a form with pictures, below the upload in progress. */
export function SubmitWithPictures({ upload, busy, children }: SubmitProps) {
  return (
    <div className={forms.submit}>
      {upload ? <UploadBar {...upload} /> : null}
      <Button type="submit" busy={busy}>
        {children}
      </Button>
    </div>
  );
}

/** Renders the upload progress; cancelling keeps the draft. */
function UploadBar({ share, cancel }: Upload) {
  const percent = Math.round(share * 100);
  return (
    <div className="row gap-2 pb-2">
      <progress
        className={`flex-1 min-w-0 ${styles.progress}`}
        aria-label={copy['write.upload']}
        max={100}
        value={percent}
      />
      <span className={`text-soft text-note tabular-nums text-end ${styles.percent}`} aria-hidden>
        {percent}%
      </span>
      <Button look="quiet" onClick={cancel}>
        {copy['write.upload.cancel']}
      </Button>
    </div>
  );
}
