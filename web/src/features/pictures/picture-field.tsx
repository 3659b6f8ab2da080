import { PICTURES_MAX } from '@madang/contract/posts/rules';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { showToast, type ToastMessage, toasts } from '../../lib/toast-store.ts';
import { useDragOrder } from '../../lib/use-drag-order.ts';
import { useSheet } from '../../components/use-sheet.ts';
import { attachPicture, detachPicture, movePicture } from './change-pictures.ts';
import { FileButton } from './file-button.tsx';
import styles from './picture-field.module.css';
import { PictureSheet } from './picture-sheet.tsx';
import { PictureTile } from './picture-tile.tsx';
import { preparePicture } from './prepare-picture.ts';
import type { Uploads } from './use-uploads.ts';

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
      <ol className={styles.row} {...drag.list}>
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
