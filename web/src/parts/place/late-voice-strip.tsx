import { lateModule } from '../../ui/use-module.ts';
import { useLatePart } from '../campus/use-late-part.ts';
import styles from './late-voice-strip.module.css';

const strip = lateModule(() => import('./voice-strip.tsx'));

/** The voices of a place in the official edition: they come a moment later, and their room is kept. */
export function LateVoiceStrip({ buildingId }: { buildingId: string }) {
  const { official, parts } = useLatePart(strip);
  if (!official) return null;
  return <div className={styles.room}>{parts ? <parts.VoiceStrip buildingId={buildingId} /> : null}</div>;
}
