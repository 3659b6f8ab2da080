import { ALERT_WORD_MAX, ALERTS_MAX, alertWordProblem } from '@madang/contract/notifications/rules';
import type { FieldCode } from '@madang/contract/errors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { BuildingField } from '../campus/building-field.tsx';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { describeTooLong, useProblemText } from '../campus/problem-text.ts';
import { addAlert, alertsQuery } from '../search/alert-queries.ts';
import { useUser } from '../session/session.ts';
import { ApiError, isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';
import { makeUuid } from '../../lib/request.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, useForm } from '../../lib/use-form.ts';
import { AlertPreview } from './alert-preview.tsx';
import styles from './notifications.module.css';

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
export function AlertForm() {
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
    <form className={styles.form} {...form.form}>
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
      <Button type="submit" busy={form.busy}>
        {copy['alerts.add']}
      </Button>
    </form>
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
