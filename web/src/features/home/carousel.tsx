import { Pause, Play } from 'lucide';
import { type ReactNode, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './carousel.module.css';
import { useCarousel } from './use-carousel.ts';

interface CarouselProps {
  label: string;
  slides: readonly { key: string; render: (place: { first: boolean; reachable: boolean }) => ReactNode }[];
}

/** Slides that go round by themselves; dots, a pause button and swiping, no arrows [SC-01]. */
export function Carousel({ label, slides }: CarouselProps) {
  const [paused, setPaused] = useState(false);
  const { root, track, active, still, goTo, swipe } = useCarousel(slides.length, paused);

  const first = slides[0];
  const last = slides.at(-1);
  if (!first || !last) return null;
  const several = slides.length > 1;
  // A copy of the last before the first and of the first after the last lets the row go round without a jump.
  const row = several ? [last, ...slides, first] : slides;

  return (
    <section ref={root} className={styles.carousel} aria-roledescription="carousel" aria-label={label}>
      <div className={styles.window} {...(several ? swipe : {})}>
        <ul ref={track} className={styles.track}>
          {row.map((slide, place) => {
            const index = several ? place - 1 : place;
            const shown = index === active;
            return (
              <li
                key={index}
                className={styles.slide}
                aria-hidden={!shown || undefined}
                aria-roledescription="slide"
                aria-label={fillCopy(copy['carousel.position'], { n: index + 1, total: slides.length })}
              >
                {slide.render({ first: index === 0, reachable: shown })}
              </li>
            );
          })}
        </ul>
      </div>
      {several ? (
        <div className={styles.controls}>
          {slides.map((slide, index) => (
            <button
              key={slide.key}
              type="button"
              className={styles.dot}
              aria-label={fillCopy(copy['carousel.slide'], { n: index + 1 })}
              aria-current={index === active ? 'true' : undefined}
              onClick={() => goTo(index)}
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
    </section>
  );
}
