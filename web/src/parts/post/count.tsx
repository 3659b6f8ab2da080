import type { IconNode } from 'lucide';
import { fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './count.module.css';

interface CountProps {
  icon: IconNode;
  n: number;
  /** With `{n}`: what is read out. */
  text: string;
  marked?: boolean;
}

/** How many likes or replies a post has, as a sign and a number. */
export function Count({ icon, n, text, marked = false }: CountProps) {
  return (
    <span className={marked ? styles.liked : styles.count}>
      <Icon of={icon} size={16} filled={marked} />
      <VisuallyHidden>{fillCopy(text, { n })}</VisuallyHidden>
      <span aria-hidden>{n}</span>
    </span>
  );
}
