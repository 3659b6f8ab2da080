import { ChevronLeft, ChevronRight, X } from 'lucide';
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon, IconButton } from '../../components/button.tsx';
import { addOpenDialog } from '../../components/toast.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useSheet } from '../../lib/router.tsx';
import styles from './picture-viewer.module.css';

export interface ShownPicture {
  image: string;
  width: number;
  height: number;
  description: string;
  /** Whether the post shows only its top part. */
  cut?: boolean;
}

interface PictureViewerProps {
  pictures: readonly ShownPicture[];
  /** Index of the first displayed picture. */
  first: number;
  onClose: () => void;
}

/** Renders pictures full-screen: swipe, pinch or double tap; a pull, back or Escape closes it. */
function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
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
      className={`full-screen ${styles.viewer}`}
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls, so the keyboard must reach it. */}
      <div className={`flex flex-1 ${styles.strip}`} tabIndex={0} {...strip}>
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
    <div className={`flex-none text-center ${styles.foot}`} aria-live="polite">
      {description ? <p className={styles.caption}>{description}</p> : null}
      {total > 1 ? (
        <p className={`row justify-center gap-3 tabular-nums ${styles.steps}`}>
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
    <div
      className={`row justify-center flex-none w-full overflow-hidden h-full ${styles.slide}`}
      {...handlers}
      style={{ touchAction: zoomed ? 'none' : 'pan-x' }}
    >
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

interface OpenPicturesProps {
  pictures: readonly ShownPicture[];
  Picture: (picture: ShownPicture) => ReactNode;
}

/** Renders the pictures of a post as buttons that open the viewer. */
export function OpenPictures({ pictures, Picture }: OpenPicturesProps) {
  const viewer = useSheet('viewer');
  const [first, setFirst] = useState(0);

  function open(index: number): void {
    setFirst(index);
    viewer.show();
  }

  return (
    <>
      {pictures.map((picture, index) => (
        <button
          key={picture.image}
          type="button"
          className="w-full rounded relative block"
          aria-haspopup="dialog"
          aria-label={fillCopy(copy['picture.open'], {
            n: index + 1,
            description: picture.description || copy['post.image'],
          })}
          onClick={() => open(index)}
        >
          <Picture {...picture} />
          {picture.cut ? <span className={styles.whole}>{copy['picture.whole']}</span> : null}
        </button>
      ))}
      {viewer.open ? <PictureViewer pictures={pictures} first={first} onClose={viewer.close} /> : null}
    </>
  );
}

const LARGEST = 4;
const BY_TWO_TAPS = 2.5;
const TWO_TAPS_WITHIN = 300;
/** Maximum movement of a tap, in pixels. */
const STILL = 10;
/** Pull distance that closes the picture, in pixels. */
const FAR = 96;

interface Point {
  x: number;
  y: number;
}

interface Zoom extends Point {
  scale: number;
}

const whole: Zoom = { scale: 1, x: 0, y: 0 };

/** Zooms a picture by pinch or double tap and moves it; pulling an unzoomed one closes it. */
function useZoom(onLeave: () => void) {
  const [zoom, setZoom] = useState(whole);
  const pointers = useRef(new Map<number, Point>());
  const began = useRef<Point>(undefined);
  const tappedAt = useRef(0);

  function down(event: PointerEvent): void {
    const point = pointOf(event);
    pointers.current.set(event.pointerId, point);
    // Two fingers neither tap nor pull.
    began.current = pointers.current.size > 1 ? undefined : point;
    // One finger on an unzoomed picture swipes, handled by the browser.
    if (zoom.scale > 1 || pointers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const [one, other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
    const now = pointOf(event);
    pointers.current.set(event.pointerId, now);
    if (one && !other) {
      const factor = distance(one[1], now) / Math.max(1, distance(one[1], before));
      change(event, (last) => ({ ...last, scale: last.scale * factor }));
    } else if (zoom.scale > 1)
      change(event, (last) => ({ ...last, x: last.x + now.x - before.x, y: last.y + now.y - before.y }));
    else if (event.pointerType !== 'mouse' && began.current)
      setZoom({ ...whole, y: Math.max(0, now.y - began.current.y) });
  }

  function change({ currentTarget: slide }: PointerEvent, next: (zoom: Zoom) => Zoom): void {
    const picture = slide.firstElementChild as HTMLElement;
    const room = { x: slide.clientWidth, y: slide.clientHeight };
    setZoom((last) => fitting(next(last), { x: picture.offsetWidth, y: picture.offsetHeight }, room));
  }

  function up(event: PointerEvent): void {
    pointers.current.delete(event.pointerId);
    if (zoom.scale === 1) setZoom(whole);
    if (event.type === 'pointercancel' || pointers.current.size > 0) return;
    if (zoom.scale === 1 && zoom.y > FAR) onLeave();
    if (!began.current || distance(began.current, pointOf(event)) > STILL) return;
    const twice = event.timeStamp - tappedAt.current < TWO_TAPS_WITHIN;
    tappedAt.current = twice ? 0 : event.timeStamp;
    if (twice) change(event, (last) => ({ ...last, scale: last.scale > 1 ? 1 : BY_TWO_TAPS }));
  }

  return {
    zoomed: zoom.scale > 1,
    transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
    // Follows the fingers without a transition; only the return is animated.
    transition: zoom === whole ? '' : 'none',
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}

/** Limits the scale to its range, and keeps the picture within its area. */
function fitting(zoom: Zoom, size: Point, room: Point): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale));
  const within = (at: number, length: number, space: number): number => {
    const most = Math.max(0, (length * scale - space) / 2);
    return Math.min(most, Math.max(-most, at));
  };
  if (scale === 1) return whole;
  return { scale, x: within(zoom.x, size.x, room.x), y: within(zoom.y, size.y, room.y) };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
