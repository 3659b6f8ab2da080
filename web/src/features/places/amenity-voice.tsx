import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCirclePlus } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink, Icon, IconButton } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { serverNow } from '../../lib/online.ts';
import { showToast } from '../../lib/toast-store.ts';
import { uploadImage } from '../../lib/files.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useCampus } from '../campus/campus-context.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { noteAsked, readAsked } from '../session/user-storage.ts';
import { useUser } from '../session/session.ts';
import { useBroken } from '../tickets/ticket-queries.ts';
import styles from './amenity-list.module.css';
import type { Amenity } from './place-filter.ts';
import { type OwnVoice, ownVoicesQuery } from './place-queries.ts';

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
  const isShown = useOutOfSight(toggle, isAsked);

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
        <p className="w-full text-soft text-small">
          {fillCopy(copy['amenity.doubted'], { date: doubtedOn.slice(5).replace('-', '/') })}
        </p>
      )}
      {open || isShown ? (
        <AmenityAnswers amenityId={id} isAsked={isShown} isOpen={open} onAnswer={answered} />
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

interface AmenityAnswersProps {
  amenityId: string;
  isAsked: boolean;
  isOpen: boolean;
  /** Called with the answer, or null if postponed. */
  onAnswer: (there: boolean | null) => void;
}

/** Renders a student's report on an amenity, asked or voluntary. */
function AmenityAnswers({ amenityId, isAsked, isOpen, onAnswer }: AmenityAnswersProps) {
  const voice = useOwnVoice(amenityId);
  function answer(there: boolean | null): void {
    onAnswer(there);
    if (there === null) return;
    void voice.say(there);
    if (there) showToast(copy['amenity.still.thanks']);
  }
  return (
    <>
      {isAsked ? <StillThere onAnswer={answer} /> : null}
      {isOpen ? <Answers amenityId={amenityId} {...voice} /> : null}
    </>
  );
}

function StillThere({ onAnswer }: { onAnswer: (there: boolean | null) => void }) {
  return (
    <div
      className={`row flex-wrap gap-x-2 w-full text-note font-semibold bg-surface-strong rounded ${styles.still}`}
      role="group"
      aria-label={copy['amenity.still']}
    >
      <span aria-hidden>{copy['amenity.still']}</span>
      <Button look="small" onClick={() => onAnswer(true)}>
        {copy['amenity.still.yes']}
      </Button>
      <Button look="small" onClick={() => onAnswer(false)}>
        {copy['amenity.voice.gone']}
      </Button>
      <Button look="small" onClick={() => onAnswer(null)}>
        {copy['amenity.still.later']}
      </Button>
    </div>
  );
}

function Answers({ amenityId, own, say, takeBack }: ReturnType<typeof useOwnVoice> & { amenityId: string }) {
  const { university } = useCampus();
  if (!useUser().writingRight)
    return (
      <p className="w-full text-soft text-small">
        {fillCopy(copy['error.writingRight'], { university: university.name })}
      </p>
    );
  return (
    <div className="row flex-wrap gap-2 w-full">
      {[true, false].map((there) => (
        <button
          key={String(there)}
          type="button"
          className={`min-h-touch text-note rounded-full ${styles.answer}`}
          aria-pressed={own?.there === there}
          onClick={() => void say(there)}
        >
          {there ? copy['amenity.voice.there'] : copy['amenity.voice.gone']}
        </button>
      ))}
      {own ? (
        <Button look="small" onClick={() => void takeBack()}>
          {copy['amenity.voice.takeBack']}
        </Button>
      ) : null}
      <ButtonLink look="small" to={`/tickets/new?${new URLSearchParams({ amenity: amenityId })}`}>
        {copy['sign.broken']}
      </ButtonLink>
      {own?.there === false ? <Evidence onSent={(uploadId) => say(false, uploadId)} /> : null}
      <p className="w-full text-soft text-small">{copy['amenity.voice.agree']}</p>
    </div>
  );
}

/** Renders a field for a picture as proof of the removal, sent once chosen. */
function Evidence({ onSent }: { onSent: (uploadId: string) => Promise<void> }) {
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    async write(file: File) {
      const { picture, problem, moving } = await preparePicture(file);
      if (problem) return showToast(problem);
      if (moving) showToast(copy['picture.still']);
      const uploadId = makeUuid();
      const { signal } = new AbortController();
      await uploadImage(uploadId, picture, { signal, onProgress: () => {} });
      await onSent(uploadId);
    },
    onError: (error) => showToast(describeError(error)),
  });
  return (
    <>
      <FileButton
        label={copy['amenity.picture']}
        onChoose={([file]) => {
          if (file) send(file);
        }}
      />
      <p className="w-full text-soft text-small" role="status">
        {busy ? copy['amenity.picture.sending'] : copy['amenity.picture.hint']}
      </p>
    </>
  );
}

/**
 * Returns whether the student is asked about this amenity [PL-09]: about one a day. `end` marks the question answered, or
 * postponed until tomorrow.
 */
function useAskStill(id: string, among: readonly Amenity[]): { isAsked: boolean; end: () => void } {
  const { id: userId, writingRight } = useUser();
  const { timeZone } = useCampus();
  const today = campusDay(useCampusClock());
  const { data: pack } = useQuery(packQuery);
  const { data: voices } = useQuery({ ...ownVoicesQuery, enabled: writingRight });
  const [ended, setEnded] = useState('');

  const isAsked =
    writingRight &&
    pack !== undefined &&
    voices !== undefined &&
    ended !== today &&
    pickAsked({ amenities: among, userId, today, timeZone, kinds: pack.kinds, voices }) === id;
  useEffect(() => {
    if (isAsked) noteAsked({ userId, day: today, amenityId: id, done: false });
  }, [isAsked, userId, today, id]);

  return {
    isAsked,
    end() {
      if (!isAsked) return;
      noteAsked({ userId, day: today, amenityId: id, done: true });
      setEnded(today);
    },
  };
}

/** Returns whether an element was out of sight after it was asked for, or the page was: what appears then moves nothing in sight. */
function useOutOfSight(element: RefObject<Element | null>, asked: boolean): boolean {
  const [was, setWas] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!asked || !target) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && setWas(true));
    observer.observe(target);
    const hide = (): void => setWas(true);
    document.addEventListener('visibilitychange', hide);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', hide);
    };
  }, [asked, element]);
  return asked && was;
}

const DAY = 86_400_000;

/** Returns the amenity confirmed longest ago, beyond its kind's limit; never one changed since, or gone. */
function findStale(amenities: readonly Amenity[], kinds: Pack['kinds'], today: string): Amenity | undefined {
  const isStale = ({ kind, confirmedOn, doubtedOn, goneOn }: Amenity): boolean => {
    if (confirmedOn === null || goneOn !== null) return false;
    const last = doubtedOn !== null && doubtedOn > confirmedOn ? doubtedOn : confirmedOn;
    const askAfter = kinds.find(({ name }) => name === kind)?.askAfterDays ?? Infinity;
    return Date.parse(today) - Date.parse(last) > askAfter * DAY;
  };
  const [first] = amenities
    .filter(isStale)
    .toSorted((one, other) => ((one.confirmedOn ?? '') < (other.confirmedOn ?? '') ? -1 : 1));
  return first;
}

interface Asking {
  amenities: readonly Amenity[];
  kinds: Pack['kinds'];
  /** The student's reports of the last month. */
  voices: readonly OwnVoice[];
  userId: string;
  today: string;
  timeZone: string;
}

/** Returns the amenity to ask about today: the one already asked about, a stale one, or null. */
function pickAsked({ amenities, kinds, voices, userId, today, timeZone }: Asking): string | null {
  const asked = readAsked(userId, today);
  const hasSaid = voices.some(({ at }) => campusDay(campusClock(Date.parse(at), timeZone)) === today);
  if (asked?.done || hasSaid) return null;
  const isAskable = ({ id }: Amenity) =>
    (!asked || id === asked.amenityId) &&
    !voices.some((voice) => voice.amenityId === id && voice.counts && !voice.there);
  return findStale(amenities.filter(isAskable), kinds, today)?.id ?? null;
}

/** Report to send, optionally with an uploaded picture. */
type Wish = (OwnVoice & { uploadId?: string | undefined }) | null;

/** Returns the student's report on one amenity: an optimistic update, rolled back on failure [PL-09]. */
function useOwnVoice(amenityId: string) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const enabled = useUser().writingRight;
  const { data: voices = [] } = useQuery({ ...ownVoicesQuery, enabled });
  const isOwn = (voice: OwnVoice) => voice.amenityId === amenityId;
  // Reads the cache, not a rendering: the second of two taps must see the first.
  const read = () => client.getQueryData(ownVoicesQuery.queryKey)?.find(isOwn) ?? null;

  const wish = useOptimistic<Wish>({
    key: `amenity ${amenityId}`,
    ready: () => client.ensureQueryData(ownVoicesQuery),
    read,
    show: (voice) =>
      client.setQueryData(
        ownVoicesQuery.queryKey,
        (known) => known && [...(voice ? [voice] : []), ...known.filter((other) => !isOwn(other))],
      ),
    async send(voice) {
      const path = { amenityId };
      if (!voice) {
        showAmenity((await call('DELETE /api/amenities/{amenityId}/voice', { path })).amenity);
        return null;
      }
      const body = { there: voice.there, uploadId: voice.uploadId ?? null };
      const said = await call('PUT /api/amenities/{amenityId}/voice', { path, body });
      showAmenity(said.amenity);
      return said.voice;
    },
  });

  function showAmenity(amenity: Amenity): void {
    client.setQueryData(
      packQuery.queryKey,
      (pack) =>
        pack && {
          ...pack,
          amenities: pack.amenities.map((other) => (other.id === amenity.id ? amenity : other)),
        },
    );
  }

  const dayOf = (instant: number) => campusDay(campusClock(instant, timeZone));

  return {
    /** Null without a report that still counts. */
    own: voices.find((voice) => isOwn(voice) && voice.counts) ?? null,
    async say(there: boolean, uploadId?: string): Promise<void> {
      const now = serverNow();
      const known = read();
      const isSame = known?.counts && known.there === there && uploadId === undefined;
      // Repeating that it is still there counts on another day.
      if (isSame && (!there || dayOf(Date.parse(known.at)) === dayOf(now))) return;
      await wish(() => ({ amenityId, there, at: new Date(now).toISOString(), counts: true, uploadId }));
    },
    takeBack: () => wish(() => null),
  };
}
