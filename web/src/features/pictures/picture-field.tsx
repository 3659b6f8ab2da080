import { PICTURE_DESCRIPTION_MAX, PICTURES_MAX } from '@madang/contract/posts/rules';
import { X } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, Icon, IconButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type SheetControl, useSheet } from '../../lib/router.tsx';
import { showToast, type ToastMessage, toasts } from '../../lib/toast-store.ts';
import { useDragOrder } from '../../lib/use-drag-order.ts';
import {
  attachPicture,
  detachPicture,
  type DraftPictures,
  type FormPicture,
  movePicture,
  patchPicture,
} from './draft-pictures.ts';
import { FileButton } from './file-button.tsx';
import styles from './picture-field.module.css';
import { preparePicture } from './prepare-picture.ts';
import { retryPicture, type Uploads } from './uploads.tsx';

interface PictureFieldProps {
  uploads: Uploads;
  max?: number;
  /** True for pictures without descriptions: a tap opens only the position. */
  plain?: boolean;
}

/** Renders up to five pictures as tiles; a tap opens description and position [EV-08]. */
export function PictureField({ uploads, max = PICTURES_MAX, plain = false }: PictureFieldProps) {
  const { pictures } = uploads;
  const { input, shrinking, choose, remove } = useAttaching(uploads, max);
  const drag = useDragOrder((key, place) => movePicture(pictures, key, place), true);
  const sheet = useSheet('picture');
  const [opened, setOpened] = useState('');
  return (
    <div>
      <FileButton
        ref={input}
        label={fillCopy(copy['picture.attach'], { n: pictures.shown.length, total: max })}
        multiple
        onChoose={choose}
      />
      <p role="status" className={styles.note}>
        {shrinking ? copy['picture.shrinking'] : ''}
      </p>
      {pictures.shown.length > 0 ? (
        <p className={styles.note}>{plain ? copy['picture.hint.plain'] : copy['picture.hint']}</p>
      ) : null}
      <ol className={`flex gap-2 px-margin ${styles.row}`} {...drag.list}>
        {pictures.shown.map((picture, place) => (
          <PictureTile
            key={picture.key}
            {...{ uploads, picture, place, plain }}
            drag={drag.item(picture.key)}
            onOpen={() => {
              setOpened(picture.key);
              sheet.show();
            }}
            onRemove={() => remove(picture.key)}
          />
        ))}
      </ol>
      <PictureSheet {...{ pictures, opened, sheet, plain }} />
    </div>
  );
}

/** Attaches chosen pictures, shrunk on the device, and removes them. */
function useAttaching({ pictures, prepare }: Uploads, max: number) {
  const input = useRef<HTMLInputElement>(null);
  const [shrinking, setShrinking] = useState(false);
  const told = useRef<ToastMessage>(undefined);
  // A picture cannot be restored into a closed form.
  useEffect(() => () => toasts.takeBack(told.current), []);

  async function attach(files: readonly File[]): Promise<string | null> {
    let refused: string | null = null;
    setShrinking(true);
    // One at a time: a small phone cannot hold several photos in memory.
    for (const file of files) {
      const { picture, problem, moving } = await preparePicture(file);
      // The user left the screen meanwhile.
      if (!input.current) return null;
      if (!hasRoom()) break;
      refused ??= problem;
      if (problem) showToast(problem);
      else attachPicture(pictures, picture);
      if (moving && !problem) showToast(copy['picture.still']);
    }
    setShrinking(false);
    return refused;
  }

  function hasRoom(): boolean {
    const is = pictures.read().length < max;
    if (!is) showToast(fillCopy(copy['picture.max'], { max }));
    return is;
  }

  const choose = (files: readonly File[]): void => prepare(() => attach(files));
  // Attaches a picture pasted in the form, unless the clipboard also has text, as from tables.
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0 || data?.types.includes('text/plain')) return;
    event.preventDefault();
    choose(files);
  });
  useEffect(() => {
    const form = input.current?.form;
    const hear = (event: ClipboardEvent): void => paste(event);
    form?.addEventListener('paste', hear);
    return () => form?.removeEventListener('paste', hear);
  }, []);
  function remove(key: string): void {
    const bringBack = detachPicture(pictures, key);
    showToast(copy['picture.removed'], { label: copy['action.undo'], run: () => hasRoom() && bringBack() });
    told.current = toasts.read();
    input.current?.focus();
  }
  return { input, shrinking, choose, remove };
}

interface PictureSheetProps {
  pictures: DraftPictures;
  /** Key of the tapped picture; after a reload the first one is shown. */
  opened: string;
  sheet: SheetControl;
  plain: boolean;
}

/** Renders the description of one picture, and its position. */
function PictureSheet({ pictures: all, opened, sheet, plain }: PictureSheetProps) {
  const picture = all.shown.find(({ key }) => key === opened) ?? all.shown[0];
  if (!picture) return null;
  const place = all.shown.indexOf(picture);
  const title = fillCopy(copy['picture.preview'], { n: place + 1 });
  return (
    <Sheet title={title} sheet={sheet} footer={<Button onClick={sheet.close}>{copy['action.done']}</Button>}>
      <img className={styles.preview} src={picture.url} alt={title} />
      {plain ? null : (
        <TextField
          name="description"
          label={copy['picture.description']}
          value={picture.description}
          maxLength={PICTURE_DESCRIPTION_MAX}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(description) => patchPicture(all, picture.key, { description })}
        />
      )}
      <p className={`flex flex-wrap justify-between ${styles.order}`}>
        {[place - 1, place + 1].map((aim) => (
          <Button
            key={aim - place}
            look="plain"
            disabled={!all.shown[aim]}
            onClick={() => movePicture(all, picture.key, aim)}
          >
            {aim < place ? copy['picture.earlier'] : copy['picture.later']}
          </Button>
        ))}
      </p>
    </Sheet>
  );
}

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
function PictureTile({ uploads, picture, place, plain, drag, onOpen, onRemove }: PictureTileProps) {
  const { key, url, description } = picture;
  const n = place + 1;
  const name = plain ? copy['picture.edit.plain'] : copy['picture.edit'];
  const share = uploads.shares.get(key);
  return (
    <li className={`flex-none relative ${styles.tile}`} data-key={key}>
      <button type="button" aria-haspopup="dialog" onClick={onOpen} {...drag}>
        <img
          className={`bg-surface-strong rounded object-cover ${styles.thumbnail}`}
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
