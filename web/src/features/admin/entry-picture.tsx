import { useEffect, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { makeUuid } from '../../lib/request.ts';
import { uploadImage } from '../../lib/files.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import styles from './entries.module.css';

interface EntryPictureProps {
  /** Address of the chosen picture. */
  image: string | null;
  onSending: (isSending: boolean) => void;
  /** Receives the upload id, or an empty string. */
  onChange: (uploadId: string) => void;
}

/** Renders one picture, uploaded immediately: the draft stores only its name. */
export function EntryPicture({ image, onSending, onChange }: EntryPictureProps) {
  const { describeError } = useProblemText();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(new DOMException('left', 'AbortError')), []);

  const { busy, send } = useWrite({
    async write(file: File) {
      const { picture, problem, moving } = await preparePicture(file);
      if (problem) return showToast(problem);
      if (moving) showToast(copy['picture.still']);
      onSending(true);
      const uploadId = makeUuid();
      controller.current = new AbortController();
      const { signal } = controller.current;
      await uploadImage(uploadId, picture, { signal, onProgress: () => {} });
      onChange(uploadId);
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) showToast(describeError(error));
    },
  });
  useEffect(() => onSending(busy), [busy, onSending]);

  return (
    <div className={styles.pictures}>
      <FileButton
        label={image ? copy['operate.bulletin.picture.other'] : copy['operate.bulletin.picture']}
        onChoose={([file]) => {
          if (file) send(file);
        }}
      />
      {busy ? (
        <p role="status" className={styles.facts}>
          {copy['operate.bulletin.picture.sending']}
        </p>
      ) : null}
      {image ? (
        <>
          <img className={styles.picture} src={image} alt={copy['operate.bulletin.picture.shown']} />
          <Button look="quiet" onClick={() => onChange('')}>
            {copy['operate.bulletin.picture.remove']}
          </Button>
        </>
      ) : null}
    </div>
  );
}
