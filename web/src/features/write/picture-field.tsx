import { PICTURE_DESCRIPTION_MAX, PICTURES_MAX } from '@madang/contract/uploads/rules';
import { ArrowDown, ArrowUp, X } from 'lucide';
import { useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import { attachPicture, detachPicture, movePicture, patchPicture } from './change-pictures.ts';
import { FileButton } from '../../parts/pictures/file-button.tsx';
import styles from './picture-field.module.css';
import { findDecodingProblem, findImageProblem } from '../../parts/pictures/image-check.ts';
import { retryPicture } from './send-pictures.ts';
import { shrinkImage } from '../../parts/pictures/shrink-image.ts';
import type { FormPicture } from './use-draft-pictures.ts';
import type { Uploads } from './use-uploads.ts';

/** Up to five pictures: made smaller here, put in order by buttons or by dragging, each described if one likes. */
export function PictureField({ uploads }: { uploads: Uploads }) {
  const { pictures } = uploads;
  const input = useRef<HTMLInputElement>(null);
  const [shrinking, setShrinking] = useState(false);
  /** What was chosen later waits for what was chosen before. */
  const before = useRef(Promise.resolve());
  const list = useRef<HTMLOListElement>(null);
  const move = (key: string, place: number): void => movePicture(pictures, key, place);
  const drag = useDragOrder(list, move);
  const { shown } = pictures;

  async function attach(files: readonly File[]): Promise<void> {
    setShrinking(true);
    // One after the other: several photos at once are more than a small phone can hold.
    for (const file of files) {
      const picture = await shrinkImage(file);
      const problem = findImageProblem(file.name, picture) ?? (await findDecodingProblem(file.name, picture));
      // The screen was left meanwhile.
      if (!input.current) return;
      const full = pictures.read().length >= PICTURES_MAX;
      if (full || problem) showToast(full ? copy['error.pictures.max'] : (problem ?? ''));
      if (full) break;
      if (!problem) attachPicture(pictures, picture);
    }
    setShrinking(false);
  }

  return (
    <div className={styles.field}>
      <FileButton
        ref={input}
        label={fillCopy(copy['picture.attach'], { n: shown.length, total: PICTURES_MAX })}
        multiple
        onChoose={(files) => {
          before.current = before.current.then(() => attach(files));
        }}
      />
      <p role="status" className={styles.status}>
        {shrinking ? copy['picture.shrinking'] : ''}
      </p>
      <ol ref={list} className={styles.list}>
        {shown.map((picture, place) => (
          <PictureItem
            key={picture.key}
            {...{ uploads, picture, place, move }}
            drag={drag(picture.key)}
            onRemove={() => input.current?.focus()}
          />
        ))}
      </ol>
    </div>
  );
}

interface PictureItemProps extends SendingProps {
  move: (key: string, place: number) => void;
  /** What lets it be dragged. */
  drag: ReturnType<ReturnType<typeof useDragOrder>>;
  onRemove: () => void;
}

/** One picture with its description, and what is done about it. */
function PictureItem({ uploads, picture, place, move, drag, onRemove }: PictureItemProps) {
  const { pictures } = uploads;
  const { key, url, description } = picture;
  const n = place + 1;
  return (
    <li className={styles.item} data-key={key}>
      <img
        className={styles.thumbnail}
        src={url}
        alt={fillCopy(copy['picture.preview'], { n })}
        draggable={false}
        {...drag}
      />
      <div className={styles.side}>
        <input
          className={styles.description}
          value={description}
          maxLength={PICTURE_DESCRIPTION_MAX}
          aria-label={fillCopy(copy['picture.description'], { n })}
          placeholder={copy['picture.description.placeholder']}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => patchPicture(pictures, key, { description: target.value })}
        />
        <div className={styles.actions}>
          <IconButton
            label={fillCopy(copy['picture.earlier'], { n })}
            disabled={place === 0}
            onClick={() => move(key, place - 1)}
          >
            <Icon of={ArrowUp} size={20} />
          </IconButton>
          <IconButton
            label={fillCopy(copy['picture.later'], { n })}
            disabled={place === pictures.shown.length - 1}
            onClick={() => move(key, place + 1)}
          >
            <Icon of={ArrowDown} size={20} />
          </IconButton>
          <Sending picture={picture} place={place} uploads={uploads} />
          <IconButton
            label={fillCopy(copy['picture.remove'], { n })}
            onClick={() => {
              detachPicture(pictures, key);
              onRemove();
            }}
          >
            <Icon of={X} size={20} />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

interface SendingProps {
  uploads: Uploads;
  picture: FormPicture;
  place: number;
}

/** How far one picture has come, or that it failed and can be tried again. */
function Sending({ picture, place, uploads }: SendingProps) {
  const share = uploads.shares.get(picture.key);
  if (share !== undefined)
    return (
      <progress
        className={styles.progress}
        aria-label={fillCopy(copy['picture.sending'], { n: place + 1 })}
        max={1}
        value={share}
      />
    );
  if (!uploads.failed.has(picture.key)) return <span className={styles.progress} />;
  return (
    <Button look="quiet" className={styles.progress} onClick={() => void retryPicture(uploads, picture.key)}>
      {copy['action.retry']}
    </Button>
  );
}
