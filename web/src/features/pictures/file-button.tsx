import { ImagePlus } from 'lucide';
import { type RefObject, useId } from 'react';
import { Icon } from '../../components/button.tsx';
import { IMAGE_ACCEPT } from './prepare-picture.ts';
import styles from './file-button.module.css';

interface FileButtonProps {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

export function FileButton({ ref, label, multiple = false, onChoose }: FileButtonProps) {
  const id = useId();
  return (
    <label
      className={`inline-row gap-2 min-h-touch text-soft text-note font-semibold rounded relative ${styles.attach}`}
      htmlFor={id}
    >
      <Icon of={ImagePlus} />
      {label}
      <input
        ref={ref}
        id={id}
        className={styles.file}
        type="file"
        accept={IMAGE_ACCEPT}
        multiple={multiple}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Otherwise choosing the same file again would be no change.
          target.value = '';
        }}
      />
    </label>
  );
}
