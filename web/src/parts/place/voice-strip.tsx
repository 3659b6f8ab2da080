import { CROWDS, REPLACED_MINUTES, type Crowd } from '@madang/contract/voices/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, type Output } from '../../platform/api.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { RelativeTime, useCampusClock } from '../campus/campus-time.tsx';
import { useWish } from '../campus/use-wish.ts';
import { type OwnVoice, ownVoiceQuery, voicesQuery } from './voice-queries.ts';
import styles from './voice-strip.module.css';

type Place = Output<'GET /api/voices'>['places'][string];

const live = lateModule(() => import('./follow-voices.ts'));
const MINUTE = 60_000;
const NOTHING: OwnVoice = { crowd: null, quiet: false, clock: 0 };

const crowdTexts = (): Record<Crowd | 'split', string> => ({
  free: copy['voice.free'],
  normal: copy['voice.normal'],
  crowded: copy['voice.crowded'],
  split: copy['voice.split'],
});

/** How a place is now, as students say it, and buttons to say it; nothing where the operator listens to nobody [PL-03, PL-06]. */
export function VoiceStrip({ buildingId }: { buildingId: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(voicesQuery);
  const follow = useModule(live)?.followVoices;
  useEffect(() => follow?.(client), [follow, client]);
  const { own, say } = useOwnVoice(buildingId);
  if (data?.muted.includes(buildingId) || (!data && error)) return null;
  const place = data?.places[buildingId];
  const texts = crowdTexts();
  const alone = (own.crowd && !place?.now) || (own.quiet && !place?.quiet);
  return (
    <section className={styles.strip}>
      <h2>{copy['voice.heading']}</h2>
      {data ? (
        <p aria-live="polite">
          <Heard {...place} />
        </p>
      ) : (
        <Skeleton height="1.5rem" />
      )}
      <div className={styles.buttons}>
        {CROWDS.map((crowd) => (
          <button
            key={crowd}
            type="button"
            aria-pressed={own.crowd === crowd}
            onClick={() => say((voice) => ({ ...voice, crowd: voice.crowd === crowd ? null : crowd }))}
          >
            {texts[crowd]}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={own.quiet}
          onClick={() => say((voice) => ({ ...voice, quiet: !voice.quiet }))}
        >
          {copy['voice.quiet']}
        </button>
      </div>
      {alone ? <p className={styles.note}>{copy['voice.one']}</p> : null}
    </section>
  );
}

function Heard({ now, n = 0, quiet, at, usual }: Place) {
  const texts = crowdTexts();
  if (!now && !quiet && !usual) return copy['voice.none'];
  return (
    <>
      {now ? <b data-now={now}>{texts[now]}</b> : null}
      {now ? <span>{fillCopy(copy['voice.count'], { n })}</span> : null}
      {quiet ? <span>{fillCopy(copy['voice.quiet.count'], { n: quiet })}</span> : null}
      {at ? (
        <span>
          <RelativeTime instant={new Date(at * MINUTE).toISOString()} />
        </span>
      ) : null}
      {usual && usual !== now ? <span>{fillCopy(copy['voice.usual'], { crowd: texts[usual] })}</span> : null}
    </>
  );
}

/** What was said here in the last minutes, pressed until it would be another voice. */
function useOwnVoice(buildingId: string) {
  const client = useQueryClient();
  const clock = useCampusClock();
  const query = ownVoiceQuery(buildingId);
  const said = useQuery(query).data ?? NOTHING;
  const isOver = (voice: OwnVoice) => clock - voice.clock >= REPLACED_MINUTES * MINUTE;
  const press = useWish<OwnVoice>({
    key: `voice ${buildingId}`,
    read: () => client.getQueryData(query.queryKey) ?? NOTHING,
    show: (voice) => client.setQueryData(query.queryKey, voice),
    send: async (voice) => {
      const { crowd, quiet } = voice;
      await call('PUT /api/voices', { body: { buildingId, crowd, quiet } });
      return voice;
    },
    onEnd: () => void client.invalidateQueries(voicesQuery),
  });
  return {
    own: isOver(said) ? NOTHING : said,
    say(change: (voice: OwnVoice) => OwnVoice): void {
      void press((voice) => ({ ...change(isOver(voice) ? NOTHING : voice), clock }));
    },
  };
}
