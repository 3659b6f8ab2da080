import { ChevronLeft, ChevronRight, X } from 'lucide';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { addOpenDialog } from '../../ui/open-dialogs.ts';
import type { ShownPicture } from './post-picture.tsx';
import styles from './pictures.module.css';
import { useZoom } from './use-zoom.ts';

interface PictureViewerProps {
  pictures: readonly ShownPicture[];
  /** Which one it begins with. */
  first: number;
  onClose: () => void;
}

/** The pictures of a post over the whole screen: swiped, zoomed with two fingers or two taps, left by back or Escape. */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  /** Where it is going: a second key press comes before the first one's picture has arrived. */
  const aim = useRef<number>(null);
  const shown = pictures[current];

  // In the layout's turn, so that it is closed while it still stands there: what opened it gets the focus back.
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

  function show(index: number, behavior: ScrollBehavior): void {
    const target = strip.current?.children[index];
    target?.scrollIntoView({ behavior, inline: 'center', block: 'nearest' });
  }

  useLayoutEffect(() => show(first, 'instant'), [first]);

  function go(step: number): void {
    const next = (aim.current ?? current) + step;
    if (next < 0 || next >= pictures.length) return;
    aim.current = next;
    show(next, 'smooth');
  }

  function goByKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) go(step);
  }

  function noteScroll({ scrollLeft, clientWidth }: Element): void {
    const at = Math.round(scrollLeft / Math.max(1, clientWidth));
    if (at === aim.current) aim.current = null;
    setCurrent(at);
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={copy['picture.viewer']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={goByKey}
    >
      <IconButton label={copy['action.close']} className={styles.close} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
      <div
        ref={strip}
        className={styles.strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by keys.
        tabIndex={0}
        onScroll={({ currentTarget }) => noteScroll(currentTarget)}
        onPointerDown={() => {
          aim.current = null;
        }}
      >
        {pictures.map((picture) => (
          <Zoomable key={picture.image} picture={picture} />
        ))}
      </div>
      <div className={styles.foot} aria-live="polite">
        {shown?.description ? <p className={styles.caption}>{shown.description}</p> : null}
        {pictures.length > 1 ? (
          <p className={styles.steps}>
            <IconButton label={copy['picture.previous']} disabled={current === 0} onClick={() => go(-1)}>
              <Icon of={ChevronLeft} />
            </IconButton>
            {fillCopy(copy['picture.position'], { n: current + 1, total: pictures.length })}
            <IconButton
              label={copy['picture.next']}
              disabled={current === pictures.length - 1}
              onClick={() => go(1)}
            >
              <Icon of={ChevronRight} />
            </IconButton>
          </p>
        ) : null}
      </div>
    </dialog>
  );
}

function Zoomable({ picture }: { picture: ShownPicture }) {
  const zoom = useZoom();
  return (
    <div className={styles.slide} {...zoom.handlers} style={{ touchAction: zoom.zoomed ? 'none' : 'pan-x' }}>
      <img
        className={styles.large}
        src={picture.image}
        alt={picture.description || copy['post.image']}
        width={picture.width}
        height={picture.height}
        draggable={false}
        style={{ transform: zoom.transform }}
      />
    </div>
  );
}
