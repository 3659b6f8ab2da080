import { X } from 'lucide';
import { useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { attachPicture, detachPicture } from '../pictures/draft-pictures.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import type { Uploads } from '../pictures/uploads.tsx';
import styles from './write.module.css';

/** Renders one picture, as in the beta: a new one replaces it. */
export function ImageField({ uploads: { pictures, prepare } }: { uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(null);
  const [image] = pictures.shown;
  const detachAll = (): void => pictures.read().forEach(({ key }) => detachPicture(pictures, key));

  async function attach(file: File): Promise<string | null> {
    const { picture, problem } = await preparePicture(file);
    // Decoding takes time: another file may have been chosen, or the screen left.
    if (chosen.current !== file || !input.current) return null;
    if (problem) {
      showToast(problem);
      return problem;
    }
    detachAll();
    attachPicture(pictures, picture);
    return null;
  }

  function choose([file]: readonly File[]): void {
    if (!file) return;
    chosen.current = file;
    prepare(() => attach(file));
  }

  return (
    <div className="flex-col items-start gap-3">
      <FileButton ref={input} label={copy['write.image']} onChoose={choose} />
      {image ? (
        <figure className="relative">
          <img
            className={`bg-surface-strong rounded object-cover ${styles.picture}`}
            src={image.url}
            alt={copy['write.image.preview']}
          />
          <IconButton
            label={copy['write.image.remove']}
            className={styles.remove}
            onClick={() => {
              detachAll();
              input.current?.focus();
            }}
          >
            <Icon of={X} size={20} />
          </IconButton>
        </figure>
      ) : null}
    </div>
  );
}
