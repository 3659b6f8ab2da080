import { PICTURE_DESCRIPTION_MAX } from '@madang/contract/posts/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { SheetControl } from '../../components/use-sheet.ts';
import { movePicture, patchPicture } from './change-pictures.ts';
import styles from './picture-field.module.css';
import type { DraftPictures } from './use-draft-pictures.ts';

interface PictureSheetProps {
  pictures: DraftPictures;
  /** Key of the tapped picture; after a reload the first one is shown. */
  opened: string;
  sheet: SheetControl;
  plain: boolean;
}

/** Renders the description of one picture, and its position. */
export function PictureSheet({ pictures: all, opened, sheet, plain }: PictureSheetProps) {
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
      <p className={styles.order}>
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
