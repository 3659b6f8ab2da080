import { Pause, Play } from 'lucide';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import type { Motion } from './carousel-motion.tsx';
import styles from './carousel.module.css';

const late = lazyModule(() => import('./carousel-motion.tsx'));

interface SlidesProps<Item> {
  items: readonly Item[];
  renderItem: (item: Item, slide: SlideState) => ReactNode;
}

interface CarouselProps<Item> extends SlidesProps<Item> {
  label: string;
}

interface SlideState {
  index: number;
  /** The only slide reachable by keyboard. */
  shown: boolean;
  /** Whether it is shown, next or was shown: its picture is loaded. */
  near: boolean;
}

/** Renders an automatic carousel with dots, a pause button and swiping, without arrows [SC-01]. */
export function Carousel<Item>({ label, items, renderItem }: CarouselProps<Item>) {
  const [paused, setPaused] = useState(false);
  const [active, setActive] = useState(0);
  const [still, setStill] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const motion = useRef<Motion>(null);
  const several = items.length > 1;
  const parts = useModule(late, several);

  return (
    <section className="relative" aria-roledescription="carousel" aria-label={label}>
      <div ref={view} className={styles.window}>
        <Slides ref={track} items={items} active={active} renderItem={renderItem} />
      </div>
      {several ? (
        <div className={`row justify-center ${styles.controls}`}>
          {items.map((_, index) => (
            <button
              key={index}
              type="button"
              className={`row justify-center flex-none ${styles.dot}`}
              aria-label={fillCopy(copy['carousel.slide'], { n: index + 1 })}
              aria-current={index === active ? 'true' : undefined}
              onClick={() => motion.current?.goTo(index)}
            />
          ))}
          {still ? null : (
            <IconButton
              label={paused ? copy['carousel.play'] : copy['carousel.pause']}
              className={styles.pause}
              onClick={() => setPaused(!paused)}
            >
              <Icon of={paused ? Play : Pause} size={16} filled />
            </IconButton>
          )}
        </div>
      ) : null}
      {parts ? (
        <parts.CarouselMotion
          viewRef={view}
          trackRef={track}
          motionRef={motion}
          paused={paused}
          count={items.length}
          onTurn={setActive}
          onStill={setStill}
        />
      ) : null}
    </section>
  );
}

interface RowProps<Item> extends SlidesProps<Item> {
  ref: Ref<HTMLUListElement>;
  active: number;
}

function Slides<Item>({ ref, items, active, renderItem }: RowProps<Item>) {
  const total = items.length;
  const several = total > 1;
  const near = useNear(active, total);
  // Copies before the first and after the last let the row wrap without a jump.
  const row = several ? [...items.slice(-1), ...items, ...items.slice(0, 1)] : items;
  return (
    <ul ref={ref} className={several ? `flex ${styles.track}` : 'flex'}>
      {row.map((item, place) => {
        const index = several ? place - 1 : place;
        const shown = index === active;
        return (
          <li
            key={index}
            className={styles.slide}
            aria-hidden={!shown || undefined}
            aria-roledescription="slide"
            aria-label={fillCopy(copy['carousel.position'], { n: index + 1, total })}
          >
            {renderItem(item, { index, shown, near: near.has((index + total) % total) })}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the slides shown so far and the next; only the first before hydration. */
function useNear(active: number, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([active]));
  const next = useHydrated() ? (active + 1) % count : active;
  if (!near.has(active) || !near.has(next)) setNear(new Set([...near, active, next]));
  return near;
}
