import type { IconNode } from 'lucide';
import { fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './count.module.css';

interface CountProps {
  icon: IconNode;
  n: number;
  /** Text with `{n}` for screen readers. */
  text: string;
  marked?: boolean;
}

/** Renders the number of likes or replies with an icon. */
export function Count({ icon, n, text, marked = false }: CountProps) {
  return (
    <span className={marked ? styles.liked : styles.count}>
      <Icon of={icon} size={16} filled={marked} />
      <VisuallyHidden>{fillCopy(text, { n })}</VisuallyHidden>
      <span aria-hidden>{n}</span>
    </span>
  );
}
