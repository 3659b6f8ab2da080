import { copy } from '../../copy.ko.ts';
import styles from './post-picture.module.css';

/** A picture of a post. */
export interface ShownPicture {
  image: string;
  width: number;
  height: number;
  description: string;
}

export function PostPicture({ image, width, height, description }: ShownPicture) {
  return (
    <img
      className={styles.image}
      src={image}
      alt={description || copy['post.image']}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}
