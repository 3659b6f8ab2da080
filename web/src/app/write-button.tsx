import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { copy } from '../copy.ko.ts';
import { buildingQuery } from '../parts/campus/campus-queries.ts';
import { isMissing } from '../parts/campus/failure.tsx';
import { Link } from '../router/link.tsx';
import { useLocation } from '../router/router.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './frame.module.css';

export function WriteButton() {
  const { pathname, search } = useLocation();
  const boardId = pathname.split('/')[2] ?? '';
  // What the screen asks for anyway: nobody writes on a board that is not there [ER-15].
  const { error } = useQuery({ ...buildingQuery(boardId), enabled: false });
  if (isMissing(error)) return null;
  return (
    <aside className={styles.float} aria-label={copy['action.write']}>
      <Link
        className={styles.write}
        to="/write"
        data-app
        state={{ from: `${pathname}${search}` }}
        aria-label={copy['action.write']}
      >
        <Icon of={Pencil} />
      </Link>
    </aside>
  );
}
