import { type IconNode, ImagePlus } from 'lucide';
import { type RefObject, useId } from 'react';
import { Icon } from '../../components/button.tsx';
import { IMAGE_ACCEPT } from './prepare-picture.ts';
import styles from './file-button.module.css';

interface FileButtonProps {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  multiple?: boolean;
  icon?: IconNode;
  /** File types; default: pictures. */
  accept?: string;
  onChoose: (files: File[]) => void;
}

export function FileButton({
  ref,
  label,
  multiple = false,
  icon = ImagePlus,
  accept = IMAGE_ACCEPT,
  onChoose,
}: FileButtonProps) {
  const id = useId();
  return (
    <label
      className={`inline-row gap-2 min-h-touch text-soft text-note font-semibold rounded relative ${styles.attach}`}
      htmlFor={id}
    >
      <Icon of={icon} />
      {label}
      <input
        ref={ref}
        id={id}
        className={styles.file}
        type="file"
        accept={accept}
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
