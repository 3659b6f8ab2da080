import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import type { Upload } from './use-uploads.ts';
import styles from './picture-field.module.css';

/** Renders the upload progress; cancelling keeps the draft. */
export function UploadBar({ share, cancel }: Upload) {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.upload}>
      <progress className={styles.progress} aria-label={copy['write.upload']} max={100} value={percent} />
      <span className={styles.percent} aria-hidden>
        {percent}%
      </span>
      <Button look="quiet" onClick={cancel}>
        {copy['write.upload.cancel']}
      </Button>
    </div>
  );
}
