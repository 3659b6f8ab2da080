import { BadgeCheck } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { Icon } from '../../components/button.tsx';
import styles from './mypage.module.css';

export function VerifiedBadge({ verified }: { verified: boolean }) {
  return (
    <span className={verified ? styles.verified : styles.unverified}>
      {verified ? <Icon of={BadgeCheck} size={16} /> : null}
      {verified ? copy['verified.yes'] : copy['verified.no']}
    </span>
  );
}
