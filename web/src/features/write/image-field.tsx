import { ImagePlus, X } from 'lucide';
import { useId, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { findDecodingProblem, findImageProblem, IMAGE_ACCEPT } from './image-check.ts';
import type { DraftImage } from './use-draft.ts';
import styles from './write.module.css';

interface ImageFieldProps {
  image: DraftImage | null;
  onAttach: (file: File) => void;
  onDetach: () => void;
}

export function ImageField({ image, onAttach, onDetach }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<File>(undefined);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    chosen.current = file;
    const problem = findImageProblem(file) ?? (await findDecodingProblem(file));
    // Decoding takes a while: another file may have been chosen meanwhile, or the screen left.
    if (chosen.current !== file || !input.current) return;
    if (problem) showToast(problem);
    else onAttach(file);
  }

  return (
    <div className={styles.images}>
      <label className={styles.attach} htmlFor={id}>
        <Icon of={ImagePlus} />
        {copy['write.image']}
        <input
          ref={input}
          id={id}
          className={styles.file}
          type="file"
          accept={IMAGE_ACCEPT}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // Else choosing the same file again would be no change.
            target.value = '';
          }}
        />
      </label>
      {image ? (
        <figure className={styles.preview}>
          <img className={styles.picture} src={image.url} alt={copy['write.image.preview']} />
          <IconButton
            label={copy['write.image.remove']}
            className={styles.remove}
            onClick={() => {
              onDetach();
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
