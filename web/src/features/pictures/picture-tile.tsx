import { X } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import styles from './picture-field.module.css';
import { retryPicture } from './send-pictures.ts';
import type { FormPicture } from './use-draft-pictures.ts';
import type { Uploads } from './use-uploads.ts';

interface PictureTileProps {
  uploads: Uploads;
  picture: FormPicture;
  place: number;
  /** True for pictures without descriptions and without a cover. */
  plain: boolean;
  drag: object;
  onOpen: () => void;
  onRemove: () => void;
}

/** Renders one chosen picture with its progress, or its failure with a retry. */
export function PictureTile({ uploads, picture, place, plain, drag, onOpen, onRemove }: PictureTileProps) {
  const { key, url, description } = picture;
  const n = place + 1;
  const name = plain ? copy['picture.edit.plain'] : copy['picture.edit'];
  const share = uploads.shares.get(key);
  return (
    <li className={styles.tile} data-key={key}>
      <button type="button" aria-haspopup="dialog" onClick={onOpen} {...drag}>
        <img
          className={styles.thumbnail}
          src={url}
          alt={fillCopy(name, { n, description })}
          draggable={false}
        />
        {place === 0 && !plain ? <span className={styles.first}>{copy['picture.first']}</span> : null}
      </button>
      <IconButton
        label={fillCopy(copy['picture.remove'], { n })}
        className={styles.remove}
        onClick={onRemove}
      >
        <Icon of={X} size={16} />
      </IconButton>
      {share !== undefined ? (
        <progress
          className={styles.foot}
          aria-label={fillCopy(copy['picture.sending'], { n })}
          max={1}
          value={share}
        />
      ) : uploads.failed.has(key) ? (
        <button type="button" className={styles.foot} onClick={() => void retryPicture(uploads, key)}>
          {copy['action.retry']}
        </button>
      ) : null}
    </li>
  );
}
