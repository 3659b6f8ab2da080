import { copy } from '../../copy.ko.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useOfficial } from '../campus/campus-context.ts';
import type { ShownPicture } from './picture-viewer.tsx';
import styles from './post-pictures.module.css';

const opening = lazyModule(() => import('./picture-viewer.tsx'));

/** Renders a post's pictures; the official edition cuts very tall ones and opens a viewer. */
export function PostPictures({ pictures }: { pictures: readonly ShownPicture[] }) {
  const official = useOfficial();
  const late = useModule(opening, official && pictures.length > 0);
  const shown = pictures.map((one) => ({ ...one, cut: official && one.height > 2 * one.width }));
  if (late) return <late.OpenPictures pictures={shown} Picture={PostPicture} />;
  return shown.map((picture) => <PostPicture key={picture.image} {...picture} />);
}

function PostPicture({ image, width, height, description, cut }: ShownPicture) {
  return (
    <img
      className={cut ? `${styles.image} ${styles.cut}` : styles.image}
      src={image}
      alt={description || copy['post.image']}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}
