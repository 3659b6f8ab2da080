import { Star } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useNews } from '../posts/news.ts';
import { useSession } from '../session/session.ts';
import { useHydrated } from '../../lib/page.ts';
import { Link, useSheet } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import { NewMark } from '../../components/visually-hidden.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import posts from '../posts/post-rows.module.css';
import styles from './pins.module.css';

const editing = lazyModule(() => import('./pin-sheet.tsx'));

/**
 * Renders the pinned buildings [EV-01]. They arrive with the session, unrendered by the server, so the height is constant.
 */
export function Pins() {
  const hydrated = useHydrated();
  const { pins = [] } = useSession();
  const isNew = useNews();
  const sheet = useSheet('pins');
  const late = useModule(editing, hydrated && (pins.length > 0 || sheet.open));
  return (
    <section className={posts.posts}>
      <h2 className={posts.heading}>{copy['pins']}</h2>
      {hydrated && pins.length > 0 ? (
        <button type="button" className={posts.all} aria-haspopup="dialog" onClick={sheet.show}>
          {copy['pins.edit']}
        </button>
      ) : null}
      <div className={styles.room}>
        {!hydrated ? null : pins.length === 0 ? (
          <Link
            className={`row gap-3 text-soft text-note bg-surface rounded h-full ${styles.invite}`}
            to="/building"
          >
            <Icon of={Star} />
            {copy['pins.invite']}
          </Link>
        ) : (
          <ul className={`flex h-full ${styles.row}`}>
            {pins.map(({ id, name, picture }) => (
              <li key={id} className={styles.place}>
                <Link
                  className={`flex-col items-center gap-1 text-center relative ${styles.pin}`}
                  to={`/building/${id}`}
                >
                  <img
                    className={`flex-none bg-surface-strong rounded-full object-cover ${styles.picture}`}
                    src={picture ?? undefined}
                    alt=""
                    width={48}
                    height={48}
                  />
                  <span className={`text-small wrap-anywhere clamp-2 ${styles.name}`}>{name}</span>
                  {isNew(`/building/${id}`) ? <NewMark /> : null}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {late ? <late.PinSheet open={sheet.open} onClose={sheet.close} /> : null}
    </section>
  );
}
