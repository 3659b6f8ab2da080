import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import styles from './bulletin-text.module.css';

interface BulletinTextProps {
  body: string;
  image?: string | null | undefined;
  createdAt: string;
}

/** Writer, time, picture and text of what operators write, below its title. */
export function BulletinText({ body, image, createdAt }: BulletinTextProps) {
  const { operatorLabel } = useCampus();
  return (
    <article className={styles.article}>
      <p className={styles.facts}>
        <span>{operatorLabel}</span>
        <DateTime instant={createdAt} />
      </p>
      {image ? <img className={styles.image} src={image} alt="" width={840} height={420} /> : null}
      <p className={styles.body}>{body}</p>
    </article>
  );
}
