import { copy } from '../../copy.ko.ts';
import { ButtonLink } from '../../components/button.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import styles from './late-voice-strip.module.css';

const strip = lazyModule(() => import('./voice-strip.tsx'));

/** Renders a place's crowd reports in the official edition, with reserved space, unless seats are counted. */
export function LateVoiceStrip({ buildingId, seats }: { buildingId: string; seats: string | undefined }) {
  const { official, parts } = useLazyModule(strip, !seats);
  if (!official) return null;
  if (seats)
    return (
      <p className={styles.seats}>
        <ButtonLink look="plain" to={seats} target="_blank" rel="noopener">
          {copy['voice.seats']}
        </ButtonLink>
      </p>
    );
  return <div className={styles.room}>{parts ? <parts.VoiceStrip buildingId={buildingId} /> : null}</div>;
}
