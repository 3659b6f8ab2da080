import { type Crowd, CROWDS, REPLACED_MINUTES } from '@madang/contract/places/crowd';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useHydrated } from '../../lib/page.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { RelativeTime, useCampusClock } from '../campus/campus-time.tsx';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { followVoices } from './follow-voices.ts';
import { type PlaceReports, voicesQuery } from './place-queries.ts';
import { crowdTexts } from './place-texts.ts';
import styles from './voice-strip.module.css';

/**
 * Renders a place's crowd reports with report buttons [PL-03, PL-06], in the official edition. A place whose seats are counted has
 * a link to the count instead.
 */
export function VoiceStrip({ buildingId, seats }: { buildingId: string; seats: string | undefined }) {
  const official = useOfficial();
  const hydrated = useHydrated();
  if (!official) return null;
  if (seats)
    return (
      <p className={styles.seats}>
        <ButtonLink look="plain" to={seats} target="_blank" rel="noopener">
          {copy['voice.seats']}
        </ButtonLink>
      </p>
    );
  return <div className={styles.room}>{hydrated ? <Strip buildingId={buildingId} /> : null}</div>;
}

/** Renders nothing if the place is muted. */
function Strip({ buildingId }: { buildingId: string }) {
  const { data } = useQuery(voicesQuery);
  if (data?.muted.includes(buildingId)) return null;
  const place = data?.places[buildingId];
  return (
    <section className={`text-soft bg-surface rounded p-4 ${styles.strip}`}>
      <h2>{copy['voice.heading']}</h2>
      <p aria-live="polite">{data ? <Heard {...place} /> : '\u00a0'}</p>
      <div className={styles.report}>
        <VoiceButtons buildingId={buildingId} place={place} />
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

/** Report from this page; the server does not store its author. */
interface OwnVoice {
  crowd: Crowd | null;
  quiet: boolean;
  /** Time by the campus clock. */
  clock: number;
}

const MINUTE = 60_000;
const NOTHING: OwnVoice = { crowd: null, quiet: false, clock: 0 };

const ownVoiceQuery = (buildingId: string) =>
  queryOptions<OwnVoice>({ queryKey: ['own voice', buildingId], queryFn: skipToken });

interface VoiceButtonsProps {
  buildingId: string;
  place: PlaceReports | undefined;
}

/** Renders buttons to report how crowded a place is; follows others' reports while mounted. */
function VoiceButtons({ buildingId, place }: VoiceButtonsProps) {
  const client = useQueryClient();
  useEffect(() => followVoices(client), [client]);
  const { own, say } = useOwnVoice(buildingId);
  const alone = (own.crowd && !place?.now) || (own.quiet && !place?.quiet);
  return (
    <>
      <div className={`flex flex-wrap gap-2 ${styles.buttons}`}>
        {CROWDS.map((crowd) => (
          <button
            key={crowd}
            type="button"
            aria-pressed={own.crowd === crowd}
            onClick={() => say((voice) => ({ ...voice, crowd: voice.crowd === crowd ? null : crowd }))}
          >
            {crowdTexts[crowd]}
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
    </>
  );
}

/** Returns this page's report, pressed until a new press would add another report. */
function useOwnVoice(buildingId: string) {
  const client = useQueryClient();
  const clock = useCampusClock();
  const query = ownVoiceQuery(buildingId);
  const said = useQuery(query).data ?? NOTHING;
  const isOver = (voice: OwnVoice) => clock - voice.clock >= REPLACED_MINUTES * MINUTE;
  const press = useOptimistic<OwnVoice>({
    key: `voice ${buildingId}`,
    read: () => client.getQueryData(query.queryKey) ?? NOTHING,
    show: (voice) => client.setQueryData(query.queryKey, voice),
    async send(voice) {
      const { crowd, quiet } = voice;
      await call('PUT /api/voices', { body: { buildingId, crowd, quiet } });
      return voice;
    },
    onSettled: () => void client.invalidateQueries(voicesQuery),
  });
  return {
    own: isOver(said) ? NOTHING : said,
    say: (change: (voice: OwnVoice) => OwnVoice): void =>
      void press((voice) => ({ ...change(isOver(voice) ? NOTHING : voice), clock })),
  };
}
