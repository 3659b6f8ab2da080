import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { EventPicture } from './event-picture.tsx';
import styles from './bulletin-text.module.css';

interface BulletinTextProps {
  title: string;
  body: string;
  /** Null for an event without a picture. */
  image?: string | null | undefined;
  createdAt: string;
}

/** Renders author, time, picture and text of an operator's post, below its title. */
export function BulletinText({ title, body, image, createdAt }: BulletinTextProps) {
  const { operatorLabel } = useCampus();
  return (
    <article className={styles.article}>
      <p className={styles.facts}>
        <span>{operatorLabel}</span>
        <DateTime instant={createdAt} />
      </p>
      {image ? (
        <img className={styles.image} src={image} alt="" width={840} height={420} />
      ) : image === null ? (
        <EventPicture title={title} className={styles.image} />
      ) : null}
      <p className={styles.body}>{body}</p>
    </article>
  );
}
