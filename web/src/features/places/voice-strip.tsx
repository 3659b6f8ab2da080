import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { type PlaceReports, voicesQuery } from './place-queries.ts';
import { crowdTexts } from './crowd-texts.ts';
import styles from './voice-strip.module.css';

const buttons = lazyModule(() => import('./voice-buttons.tsx'));

/** Renders a place's crowd reports with report buttons; nothing if muted [PL-03, PL-06]. */
export function VoiceStrip({ buildingId }: { buildingId: string }) {
  const { data } = useQuery(voicesQuery);
  const parts = useModule(buttons);
  if (data?.muted.includes(buildingId)) return null;
  const place = data?.places[buildingId];
  return (
    <section className={styles.strip}>
      <h2>{copy['voice.heading']}</h2>
      <p aria-live="polite">{data ? <Heard {...place} /> : '\u00a0'}</p>
      <div className={styles.buttons}>
        {parts ? <parts.VoiceButtons buildingId={buildingId} place={place} /> : null}
      </div>
    </section>
  );
}

/** Renders the current reports of a place in one line. */
export function Heard({ now, n = 0, quiet, at, usual }: PlaceReports) {
  const facts = [
    now && crowdTexts[now],
    now && fillCopy(copy['voice.count'], { n }),
    quiet && fillCopy(copy['voice.quiet.count'], { n: quiet }),
    at && <RelativeTime key="at" instant={new Date(at * 60_000).toISOString()} />,
    usual && usual !== now && fillCopy(copy['voice.usual'], { crowd: crowdTexts[usual] }),
  ].filter(Boolean);
  if (facts.length === 0) return copy['voice.none'];
  return facts.map((fact, index) => (
    <span key={index} data-now={index === 0 ? now : undefined}>
      {fact}
    </span>
  ));
}
