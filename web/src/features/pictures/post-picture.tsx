import { copy } from '../../copy.ko.ts';
import styles from './post-picture.module.css';

/** A picture of a post. */
export interface ShownPicture {
  image: string;
  width: number;
  height: number;
  description: string;
  /** Whether the post shows only its top part. */
  cut?: boolean;
}

export function PostPicture({ image, width, height, description, cut }: ShownPicture) {
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
