import type { ReactNode } from 'react';
import { copy } from '../copy.ko.ts';
import { useSession } from '../parts/session/session.ts';
import { useReached } from '../platform/online.ts';
import { useLocation } from '../router/router.tsx';
import { FrameHeader } from './frame-header.tsx';
import { readFrame } from './frame-table.ts';
import styles from './frame.module.css';
import { TabBar } from './tab-bar.tsx';
import { WriteButton } from './write-button.tsx';

/** The column all pages stand in, with what its path wants around it. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Whoever must agree to a text first has nowhere else to go.
  const student = useSession().user?.consentsDue.length === 0;
  const { header, footer, parent } = readFrame(pathname, student);
  const reached = useReached();
  return (
    <div className={styles.frame}>
      {header.kind === 'hidden' ? null : <FrameHeader header={header} parent={parent} />}
      {reached ? null : (
        <p className={styles.offline} role="status">
          {copy['state.offline']} <span className={styles.seen}>{copy['state.offline.seen']}</span>
        </p>
      )}
      <main className={styles.main}>{children}</main>
      {footer === 'tabs' ? <TabBar /> : null}
      {footer === 'write' ? <WriteButton /> : null}
    </div>
  );
}
