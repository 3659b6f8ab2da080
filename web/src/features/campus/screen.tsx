import { type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { HeaderName } from '../../components/header.tsx';
import { useLocation } from '../../lib/router.tsx';
import { useCampus } from './campus-context.ts';
import styles from './screen.module.css';

interface ScreenProps {
  /** Name of the screen: document title and main heading. */
  title: string;
  /** `hidden` if the header or the content already shows the name. */
  heading?: 'shown' | 'hidden';
  children: ReactNode;
}

/** Path of the last screen: the first screen after loading must not take the focus. */
let shownPath: string | undefined;

/** Names the screen and focuses its heading after a navigation, as a page load would. */
export function Screen({ title, heading = 'hidden', children }: ScreenProps) {
  const { pathname } = useLocation();
  const campus = useCampus();
  const inHeader = use(HeaderName) === title;
  const main = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${campus.product.name}`;
  }, [title, campus]);

  // In a layout effect: a later one would take the focus from a field just touched.
  useLayoutEffect(() => {
    if (shownPath !== undefined && shownPath !== pathname) main.current?.focus({ preventScroll: true });
    shownPath = pathname;
  }, [pathname]);

  return (
    <>
      <h1
        ref={main}
        dir="auto"
        tabIndex={-1}
        className={
          heading === 'hidden'
            ? 'visually-hidden'
            : inHeader
              ? `visually-hidden ${styles.named}`
              : styles.shown
        }
      >
        {title}
      </h1>
      {children}
    </>
  );
}
