import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { EventPicture } from './event-picture.tsx';
import styles from './bulletin-text.module.css';

interface BulletinTextProps {
  title: string;
  body: string;
  /** Null of an event without one. */
  image?: string | null | undefined;
  createdAt: string;
}

/** Writer, time, picture and text of what operators write, below its title. */
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
