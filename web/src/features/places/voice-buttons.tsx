// Loaded after the strip: not needed to read others' reports.
import { CROWDS, REPLACED_MINUTES, type Crowd } from '@madang/contract/places/crowd';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { followVoices } from './follow-voices.ts';
import styles from './voice-buttons.module.css';
import { type PlaceReports, voicesQuery } from './place-queries.ts';

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
export function VoiceButtons({ buildingId, place }: VoiceButtonsProps) {
  const client = useQueryClient();
  useEffect(() => followVoices(client), [client]);
  const { own, say } = useOwnVoice(buildingId);
  const texts = {
    free: copy['voice.free'],
    normal: copy['voice.normal'],
    crowded: copy['voice.crowded'],
  };
  const alone = (own.crowd && !place?.now) || (own.quiet && !place?.quiet);
  return (
    <>
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
    send: async (voice) => {
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
