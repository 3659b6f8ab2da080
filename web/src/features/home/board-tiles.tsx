import { CalendarHeart, Megaphone } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useNews } from '../posts/news.ts';
import { Link, useSheet } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import { ListRow } from '../../components/lists.tsx';
import { NewMark } from '../../components/visually-hidden.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './board-tiles.module.css';
import { boardTiles } from './tiles.ts';

/** Renders home's six boards [SC-03], lower if `brief`; the bulletin tile asks for events or notices [RT-18]. */
export function BoardTiles({ brief }: { brief: boolean }) {
  const chooser = useSheet('bulletin');
  const isNew = useNews();
  return (
    <>
      <ul className={brief ? `${styles.grid} ${styles.brief}` : styles.grid}>
        {boardTiles.map(({ label, icon, to }) => {
          const content = (
            <>
              <span className={styles.icon}>
                <Icon of={icon} />
              </span>
              <span className={styles.label}>{label}</span>
              {isNew(to) ? <NewMark /> : null}
            </>
          );
          return (
            <li key={label}>
              {to === null ? (
                <button type="button" className={styles.tile} aria-haspopup="dialog" onClick={chooser.show}>
                  {content}
                </button>
              ) : (
                <Link className={styles.tile} to={to}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <Sheet title={copy['home.chooser']} sheet={chooser}>
        <div className={styles.choices}>
          <ListRow icon={CalendarHeart} label={copy['board.event']} to="/board/event" replace />
          <ListRow icon={Megaphone} label={copy['board.notice']} to="/board/notice" replace />
        </div>
      </Sheet>
    </>
  );
}
