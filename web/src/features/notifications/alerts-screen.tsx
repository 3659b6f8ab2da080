import type { FieldCode } from '@madang/contract/errors';
import {
  ALERT_WORD_MAX,
  ALERTS_MAX,
  alertWordProblem,
  PREVIEW_DAYS,
} from '@madang/contract/notifications/rules';
import type { Alert } from '@madang/contract/notifications/schema';
import { dropEnd } from '@madang/contract/text/rules';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Skeleton } from '../../components/states.tsx';
import { TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, ask, call, isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';
import { makeUuid } from '../../lib/request.ts';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, useForm } from '../../lib/use-form.ts';
import { BuildingField } from '../campus/building-finder.tsx';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { describeTooLong, useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { addAlert, alertsQuery, patchAlerts } from '../search/alert-queries.ts';
import { useUser } from '../session/session.ts';
import styles from './notifications.module.css';

/** Lists the student's keyword alerts [NO-03]. */
export default function AlertsScreen() {
  const { data: alerts, error, refetch } = useQuery(alertsQuery);
  const isFull = alerts !== undefined && alerts.length >= ALERTS_MAX;
  return (
    <Screen title={copy['alerts.title']} heading="shown">
      {isFull ? (
        <p className={styles.note}>{fillCopy(copy['alerts.full'], { n: ALERTS_MAX })}</p>
      ) : (
        <AlertForm />
      )}
      <section className="band-above pt-2 pb-4" aria-label={copy['alerts.list']}>
        <div className={styles.head}>
          <h2>{copy['alerts.list']}</h2>
          {alerts ? fillCopy(copy['alerts.count'], { n: alerts.length, max: ALERTS_MAX }) : null}
        </div>
        {!alerts && error ? (
          <Failure error={error} onRetry={refetch} />
        ) : !alerts ? (
          <div className="flex-col gap-3 px-margin pt-2 pb-4">
            <Skeleton height="44px" />
            <Skeleton height="44px" />
            <Skeleton height="44px" />
          </div>
        ) : alerts.length === 0 ? (
          <p className={styles.note}>{copy['alerts.empty']}</p>
        ) : (
          <ul className="divide-y">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </section>
    </Screen>
  );
}

interface Typed {
  word: string;
  /** Empty for all places. */
  place: string;
}

/** Places of an alert other than buildings. */
const OTHER_PLACES = [
  { id: '', name: copy['alerts.place.all'] },
  { id: 'question', name: copy['tile.question'] },
  { id: 'buildingNotice', name: copy['tile.buildingNotice'] },
  { id: 'festival', name: copy['tile.festival'] },
];

function describeWord(problem: FieldCode | null, word: string): string | undefined {
  if (problem === null) return undefined;
  if (problem === 'required') return copy['alerts.required'];
  return problem === 'tooLong' ? describeTooLong(word.trim(), ALERT_WORD_MAX) : copy['alerts.short'];
}

function describeFailure(error: unknown, typed: string): FieldErrors<Typed> {
  if (isRefusal(error, 'alert.same')) return { word: copy['alerts.same'] };
  if (!(error instanceof ApiError)) return {};
  const word = error.fields.find(({ field }) => field === 'word');
  const place = error.fields.some(({ field }) => field === 'buildingId');
  return {
    word: word && describeWord(word.code, typed),
    place: place ? copy['alerts.place.gone'] : undefined,
  };
}

/** Renders a word and a place, with a preview between them. */
function AlertForm() {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const { typed, store } = useTypedAlert();
  const { data: buildings = [] } = useQuery(buildingsQuery);
  // The same content keeps its id over retries, which avoids duplicates.
  const attempt = useRef({ id: '', content: '' });

  const form = useForm<Typed>({
    initial: typed,
    validate: ({ word }) => ({ word: describeWord(alertWordProblem(word), word) }),
    send: async ({ word, place }) => {
      const content = `${place} ${word}`;
      if (attempt.current.content !== content) attempt.current = { id: makeUuid(), content };
      const added = await addAlert(client, { id: attempt.current.id, word, buildingId: place || null });
      attempt.current = { id: '', content: '' };
      form.set('word', '');
      showToast(fillCopy(copy['alerts.added'], { word: added.word }));
    },
    onError: (error, { word }) => {
      const found = describeFailure(error, word);
      if (isRefusal(error, 'alert.full')) {
        showToast(fillCopy(copy['alerts.full'], { n: ALERTS_MAX }));
        // The alerts were added on another phone.
        void client.invalidateQueries(alertsQuery);
      } else showToast(found.word ?? found.place ?? describeError(error));
      if (found.word) store({ word: '', place: '' });
      return found;
    },
  });
  const { word, place } = form.values;
  useEffect(() => store({ word, place }), [store, word, place]);

  return (
    <Form className="flex-col gap-4 px-margin pb-6" form={form} submit={copy['alerts.add']}>
      <TextField
        {...form.field('word')}
        label={copy['alerts.word']}
        note={copy['alerts.word.note']}
        autoComplete="off"
        enterKeyHint="done"
      />
      <BuildingField
        name="place"
        label={copy['alerts.place']}
        chosen={
          [...OTHER_PLACES, ...buildings].find(({ id }) => id === place)?.name ?? copy['alerts.place.choose']
        }
        error={form.errors.place}
        others={OTHER_PLACES}
        onChoose={(id) => form.set('place', id)}
      />
      <AlertPreview word={word} place={place} />
    </Form>
  );
}

/** Keeps the input on the device until added, unless invalid or refused. */
function useTypedAlert() {
  const key = draftKey(useUser().id, 'alert');
  const [typed] = useState(() => readDraft(key, isTyped) ?? { word: '', place: '' });
  const [store] = useState(() => (now: Typed): void => {
    if (alertWordProblem(now.word)) deleteDraft(key);
    else writeDraft(key, now);
  });
  return { typed, store };
}

function isTyped(value: unknown): value is Typed {
  const { word, place } = (value ?? {}) as Record<string, unknown>;
  return typeof word === 'string' && typeof place === 'string';
}

/** Idle time before a preview is requested, in milliseconds. */
const QUIET = 700;
/** The limit is one per second: a preview refused earlier retries after this time. */
const AGAIN_AFTER = 1_100;

/** Removes trailing single letters of a syllable in composition, which no post contains. */
function withoutLooseLetters(word: string): string {
  return dropEnd(word, (sign) => sign >= 'ㄱ' && sign <= 'ㆎ').trim();
}

function previewQuery(word: string, place: string) {
  return queryOptions({
    queryKey: ['alert-preview', word, place],
    ...ask('GET /api/alerts/preview', { query: place === '' ? { word } : { word, building: place } }),
    enabled: alertWordProblem(word) === null,
    staleTime: 60_000,
    retry: (failures, error) => failures < 2 && isRefusal(error, 'limit.reached'),
    retryDelay: AGAIN_AFTER,
  });
}

/** Renders the posts a typed alert would have matched; nothing if unavailable. */
function AlertPreview({ word, place }: { word: string; place: string }) {
  const wanted = withoutLooseLetters(word);
  const [asked, setAsked] = useState({ word: wanted, place });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ word: wanted, place }), QUIET);
    return () => clearTimeout(timer);
  }, [wanted, place]);
  const { data } = useQuery(previewQuery(asked.word, asked.place));
  // Only for the current input.
  const shown = asked.word === wanted && asked.place === place ? data : undefined;
  return (
    <div className={`flex-col gap-2 text-soft text-note ${styles.preview}`} aria-live="polite">
      {shown ? (
        <>
          <p>{describe(shown.count, shown.more)}</p>
          <ul>
            {shown.posts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function describe(count: number, more: boolean): string {
  const values = { n: count, days: PREVIEW_DAYS };
  if (more) return fillCopy(copy['alerts.preview.more'], values);
  return fillCopy(count === 0 ? copy['alerts.preview.none'] : copy['alerts.preview'], values);
}

/** Returns the functions that pause, resume and remove an alert; the toast undoes the removal. */
function useAlert({ id, word, building, paused }: Alert) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const path = { id };

  const forget = (): void => patchAlerts(client, (alerts) => alerts.filter((other) => other.id !== id));
  const show = (changed: Alert): void =>
    patchAlerts(client, (alerts) => alerts.map((other) => (other.id === changed.id ? changed : other)));

  const pausing = useAction(
    async () => {
      show(await call(`${paused ? 'DELETE' : 'PUT'} /api/profile/alerts/{id}/pause`, { path }));
      showToast(fillCopy(paused ? copy['alerts.resume.done'] : copy['alerts.pause.done'], { word }));
    },
    (error) => {
      // The alert was removed on another phone.
      if (!isRefusal(error, 'resource.missing')) return false;
      forget();
      showToast(fillCopy(copy['alerts.removed'], { word }));
      return true;
    },
  );

  // Not useAction: this row is unmounted when undo is pressed.
  async function bringBack(again: string): Promise<void> {
    try {
      show(await addAlert(client, { id: again, word, buildingId: building?.id ?? null }));
      if (paused) show(await call('PUT /api/profile/alerts/{id}/pause', { path: { id: again } }));
      showToast(copy['alerts.back']);
    } catch (error) {
      showToast(describeError(error), { label: copy['action.undo'], run: () => void bringBack(again) });
    }
  }

  const removal = useAction(async () => {
    await call('DELETE /api/profile/alerts/{id}', { path });
    const again = makeUuid();
    forget();
    showToast(fillCopy(copy['alerts.removed'], { word }), {
      label: copy['action.undo'],
      run: () => void bringBack(again),
    });
    // The focused button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });

  return { pausing, removal };
}

function AlertRow({ alert }: { alert: Alert }) {
  const { word, building, paused } = alert;
  const { pausing, removal } = useAlert(alert);
  return (
    <li className={styles.row}>
      <span className={styles.named}>
        <span>
          <b>{word}</b>
          {paused ? (
            <span className={`text-soft text-small font-semibold bg-surface-strong ${styles.paused}`}>
              {copy['alerts.paused']}
            </span>
          ) : null}
        </span>
        {building?.name ?? copy['alerts.place.all']}
      </span>
      <Button
        look="small"
        aria-label={fillCopy(paused ? copy['alerts.resume.of'] : copy['alerts.pause.of'], { word })}
        {...pausing}
      >
        {paused ? copy['alerts.resume'] : copy['alerts.pause']}
      </Button>
      <Button look="small" aria-label={fillCopy(copy['alerts.remove.of'], { word })} {...removal}>
        {copy['alerts.remove']}
      </Button>
    </li>
  );
}
