import { Heart, MessageCircle } from 'lucide';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './card.module.css';

interface CardProps {
  buildingName: string;
  time: ReactNode;
  title: string;
  to: string;
  state: unknown;
  preview: string;
  nickname: string | null;
  likeCount: number;
  liked?: boolean;
  replyCount: number;
  thumbnail?: string | null;
}

/** One post in a list; the whole card is its link. */
export function Card(props: CardProps) {
  const {
    buildingName,
    time,
    title,
    to,
    state,
    preview,
    nickname,
    likeCount,
    liked = false,
    replyCount,
  } = props;
  return (
    <article className={styles.card}>
      <div className={styles.words}>
        <p className={styles.where}>
          <span>{buildingName}</span>
          {time}
        </p>
        <h2 className={styles.title}>
          <Link className={styles.link} to={to} state={state}>
            {title}
          </Link>
        </h2>
        {preview ? <p className={styles.preview}>{preview}</p> : null}
        <p className={styles.facts}>
          <span className={styles.nickname}>{nickname ?? copy['author.unknown']}</span>
          <span className={liked ? styles.liked : styles.count}>
            <Icon of={Heart} size={16} filled={liked} />
            <VisuallyHidden>{fillCopy(copy['count.likes'], { n: likeCount })}</VisuallyHidden>
            <span aria-hidden>{likeCount}</span>
          </span>
          <span className={styles.count}>
            <Icon of={MessageCircle} size={16} />
            <VisuallyHidden>{fillCopy(copy['count.replies'], { n: replyCount })}</VisuallyHidden>
            <span aria-hidden>{replyCount}</span>
          </span>
        </p>
      </div>
      {props.thumbnail ? (
        <img
          className={styles.picture}
          src={props.thumbnail}
          alt=""
          width={72}
          height={72}
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </article>
  );
}
