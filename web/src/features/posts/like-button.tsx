import { Heart } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './like-button.module.css';

interface LikeButtonProps {
  liked: boolean;
  count: number;
  onPress: () => void;
}

export function LikeButton({ liked, count, onPress }: LikeButtonProps) {
  return (
    <button
      type="button"
      className={styles.pill}
      aria-pressed={liked}
      aria-label={`${copy['like']} ${count}`}
      onClick={onPress}
    >
      <span className={styles.heart}>
        <Icon of={Heart} size={22} filled={liked} />
      </span>
      <span>{count}</span>
    </button>
  );
}
