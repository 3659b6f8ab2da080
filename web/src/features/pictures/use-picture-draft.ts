import { type DraftForm, useDraft } from '../../lib/use-draft.ts';
import { deleteBlob, writeBlob } from '../../lib/blobs.ts';
import type { DraftPicture } from './draft-picture.ts';
import { useDraftPictures } from './use-draft-pictures.ts';
import { useUploads } from './use-uploads.ts';

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
