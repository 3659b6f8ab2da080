import { type ReactNode, useEffect, useState } from 'react';
import { useCampus } from '../features/campus/campus-context.ts';
import { Header } from '../components/header.tsx';
import { useSession } from '../features/session/session.ts';
import { useLocation } from '../lib/router.tsx';
import { toasts } from '../lib/toast-store.ts';
import { AwayLine } from './away-line.tsx';
import { FrameHeader } from './frame-header.tsx';
import styles from './frame.module.css';
import { readFrame } from './read-frame.ts';
import { type LeftTabs, TabBar } from './tab-bar.tsx';
import { WriteAnywhere, WriteButton } from './write-button.tsx';

/** Renders the column of all pages, and the frame that the path requires. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // A user with consents due cannot go elsewhere.
  const signedIn = useSession().user?.consentsDue.length === 0;
  const campus = useCampus();
  const look = readFrame(pathname, signedIn, campus.edition);
  // Kept here, since screens without tabs come in between.
  const [left] = useState<LeftTabs>(() => new Map());
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (campus.edition !== 'official') return;
    document.addEventListener('input', toasts.solve);
    return () => document.removeEventListener('input', toasts.solve);
  }, [campus.edition]);
  return (
    <div className={styles.frame}>
      {look.header === 'hidden' ? null : <FrameHeader {...look} toolsRef={setTools} />}
      <AwayLine campus={campus} />
      <Header value={{ name: look.header === 'title' ? look.title : undefined, tools }}>
        <main className={styles.main}>{children}</main>
      </Header>
      {look.pen === 'picker' ? <WriteAnywhere /> : null}
      {look.footer === 'tabs' ? <TabBar left={left} /> : null}
      {look.pen === 'board' ? <WriteButton /> : null}
    </div>
  );
}
