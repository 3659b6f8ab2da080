import { ChevronLeft, ChevronRight, X } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { addOpenDialog } from '../../components/open-dialogs.ts';
import type { ShownPicture } from './post-picture.tsx';
import styles from './pictures.module.css';
import { useZoom } from './use-zoom.ts';

interface PictureViewerProps {
  pictures: readonly ShownPicture[];
  /** Index of the first displayed picture. */
  first: number;
  onClose: () => void;
}

/** Renders pictures full-screen: swipe, pinch or double tap; a pull, back or Escape closes it. */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // In a layout effect, to close while mounted: the opener then gets the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    const remove = addOpenDialog(element);
    return () => {
      remove();
      element.close();
    };
  }, []);
  // After that: a hidden dialog cannot be scrolled.
  const { current, go, strip } = useStrip(pictures.length, first);

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={copy['picture.viewer']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={({ key }) => go({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0)}
    >
      <IconButton label={copy['action.close']} className={styles.close} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by keys. */}
      <div className={styles.strip} tabIndex={0} {...strip}>
        {pictures.map((picture) => (
          <Zoomable key={picture.image} picture={picture} onLeave={onClose} />
        ))}
      </div>
      <Foot {...{ pictures, current, go }} />
    </dialog>
  );
}

/** Returns the row of pictures: the visible one, and functions that go to another. */
function useStrip(total: number, first: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  /** Scroll target: a second key press comes before the first one's picture has arrived. */
  const aim = useRef<number>(null);

  function show(index: number, behavior: ScrollBehavior): void {
    ref.current?.children[index]?.scrollIntoView({ behavior, inline: 'center', block: 'nearest' });
  }

  useLayoutEffect(() => show(first, 'instant'), [first]);

  return {
    current,
    go(step: number): void {
      const next = (aim.current ?? current) + step;
      if (step === 0 || next < 0 || next >= total) return;
      aim.current = next;
      show(next, 'auto');
    },
    strip: {
      ref,
      onScroll({ currentTarget: { scrollLeft, clientWidth } }: { currentTarget: Element }): void {
        const at = Math.round(scrollLeft / Math.max(1, clientWidth));
        if (at === aim.current) aim.current = null;
        setCurrent(at);
      },
      onPointerDown(): void {
        aim.current = null;
      },
    },
  };
}

type FootProps = Omit<ReturnType<typeof useStrip>, 'strip'> & { pictures: readonly ShownPicture[] };

function Foot({ pictures, current, go }: FootProps) {
  const [total, description] = [pictures.length, pictures[current]?.description];
  return (
    <div className={styles.foot} aria-live="polite">
      {description ? <p className={styles.caption}>{description}</p> : null}
      {total > 1 ? (
        <p className={styles.steps}>
          <IconButton label={copy['picture.previous']} disabled={current === 0} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </IconButton>
          {fillCopy(copy['picture.position'], { n: current + 1, total })}
          <IconButton label={copy['picture.next']} disabled={current === total - 1} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </IconButton>
        </p>
      ) : null}
    </div>
  );
}

function Zoomable({ picture, onLeave }: { picture: ShownPicture; onLeave: () => void }) {
  const { zoomed, handlers, ...style } = useZoom(onLeave);
  return (
    <div className={styles.slide} {...handlers} style={{ touchAction: zoomed ? 'none' : 'pan-x' }}>
      <img
        className={styles.large}
        src={picture.image}
        alt={picture.description || copy['post.image']}
        width={picture.width}
        height={picture.height}
        draggable={false}
        style={style}
      />
    </div>
  );
}
