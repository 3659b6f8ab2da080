import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useSheet } from '../../components/use-sheet.ts';
import { PictureViewer } from './picture-viewer.tsx';
import styles from './pictures.module.css';
import { PostPicture, type ShownPicture } from './post-picture.tsx';

/** Renders the pictures of a post as buttons that open the viewer. */
export function OpenPictures({ pictures }: { pictures: readonly ShownPicture[] }) {
  const viewer = useSheet('viewer');
  const [first, setFirst] = useState(0);

  function open(index: number): void {
    setFirst(index);
    viewer.show();
  }

  return (
    <>
      {pictures.map((picture, index) => (
        <button
          key={picture.image}
          type="button"
          className={styles.open}
          aria-haspopup="dialog"
          aria-label={fillCopy(copy['picture.open'], {
            n: index + 1,
            description: picture.description || copy['post.image'],
          })}
          onClick={() => open(index)}
        >
          <PostPicture {...picture} />
          {picture.cut ? <span className={styles.whole}>{copy['picture.whole']}</span> : null}
        </button>
      ))}
      {viewer.open ? <PictureViewer pictures={pictures} first={first} onClose={viewer.close} /> : null}
    </>
  );
}
