import { MessageCirclePlus } from 'lucide';
import { useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { useBroken } from '../tickets/open-tickets.ts';
import styles from './amenity-voice.module.css';
import { useAskStill } from './ask-still.ts';
import type { Amenity } from './place-filter.ts';

const answering = lazyModule(() => import('./amenity-answers.tsx'));

interface AmenityVoiceProps {
  amenity: Amenity;
  /** All amenities on the screen: the student may be asked about one. */
  among: readonly Amenity[];
}

/** Renders, in an amenity's row, whether students report it as present [PL-09]. */
export function AmenityVoice({ amenity, among }: AmenityVoiceProps) {
  const { id, floor, spot, doubtedOn } = amenity;
  const { isAsked, end } = useAskStill(id, among);
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { parts } = useLazyModule(answering, open || isAsked);

  function answered(there: boolean | null): void {
    end();
    // The question disappears, and the focus stays in its row.
    toggle.current?.focus();
    // If reported missing, ask for a picture.
    if (there === false) setOpen(true);
  }

  return (
    <>
      <IconButton
        ref={toggle}
        label={fillCopy(copy['amenity.voice'], { floor, spot })}
        className={styles.toggle}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon of={MessageCirclePlus} size={20} />
      </IconButton>
      {doubtedOn === null ? null : (
        <p className={styles.note}>
          {fillCopy(copy['amenity.doubted'], { date: doubtedOn.slice(5).replace('-', '/') })}
        </p>
      )}
      {parts && (open || isAsked) ? (
        <parts.AmenityAnswers amenityId={id} isAsked={isAsked} isOpen={open} onAnswer={answered} />
      ) : null}
    </>
  );
}

/** Renders an amenity's notes. A defect replaces the last one, to keep the row's height [TK-03]. */
export function Notes({ amenity, notes }: { amenity: Amenity; notes: readonly string[] }) {
  const broken = useBroken(amenity.id) && amenity.goneOn === null;
  return (
    <>
      {(broken ? notes.slice(0, -1) : notes).map((note) => (
        <span key={note}>{note}</span>
      ))}
      {broken ? <span data-broken>{copy['ticket.reported']}</span> : null}
    </>
  );
}
