import { Pencil } from 'lucide';
import { copy } from '../copy.ko.ts';
import { Link } from '../router/link.tsx';
import { useLocation } from '../router/router.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './frame.module.css';

export function WriteButton() {
  const { pathname, search } = useLocation();
  return (
    <aside className={styles.float} aria-label={copy['action.write']}>
      <Link
        className={styles.write}
        to="/write"
        state={{ from: `${pathname}${search}` }}
        aria-label={copy['action.write']}
      >
        <Icon of={Pencil} />
      </Link>
    </aside>
  );
}
