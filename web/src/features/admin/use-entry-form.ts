import { fromLocalTime, planProblem, toLocalTime, type EntryKind } from '@madang/contract/admin/rules';
import type { FieldCode } from '@madang/contract/errors';
import type { Entry } from '@madang/contract/admin/schema';
import { isBlank } from '@madang/contract/text/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';
import { draftKey, readDraft, useDraft } from '../../lib/drafts.ts';
import { useNewer } from '../posts/draft-notes.tsx';
import { useUser } from '../session/session.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { goBack } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { forgetEntries } from './forget-entries.ts';

/** Stands for the entry's existing picture. */
export const KEPT = 'kept';

/** Input of an entry. */
interface Values {
  title: string;
  body: string;
  /** Campus time in the field's format; empty for immediately and for no end. */
  begin: string;
  end: string;
  /** Upload id, {@link KEPT}, or empty. */
  picture: string;
}

/** Draft on the device, with its entry and base version. */
interface Draft extends Values {
  id: string;
  version: string | null;
}

const EMPTY: Values = { title: '', body: '', begin: '', end: '', picture: '' };

const texts: FieldTexts = { 'end.early': copy['operate.bulletin.end.early'] };

/** Returns a function that stores an entry over the base version, or a newer displayed one. */
function useSave(kind: EntryKind, entry: Entry | null, { id, version }: Pick<Draft, 'id' | 'version'>) {
  const { timeZone } = useCampus();
  const path = { kind, id };
  const readAgain = () => call('GET /api/operate/bulletin/{kind}/{id}', { path });

  async function save(values: Values, newer: Entry | null): Promise<Entry> {
    const put = (base: Entry | null, over = base?.version ?? null): Promise<Entry> => {
      const body = { version: over, ...toPlan(values, base, timeZone) };
      return call('PUT /api/operate/bulletin/{kind}/{id}', { path, body });
    };
    if (newer) return put(newer);
    try {
      return await put(entry, version);
    } catch (error) {
      // The earlier response was lost, and the input has changed since.
      if (entry || !isRefusal(error, 'identifier.taken')) throw error;
      return put(await readAgain());
    }
  }

  return { save, readAgain };
}

/** Holds the form of a new or existing entry; drafts stay on the device until saved. */
export function useEntryForm(kind: EntryKind, entry: Entry | null, onConfirm: () => unknown) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const { found, ...stored } = useStored(kind, entry);
  const { save, readAgain } = useSave(kind, entry, stored.beside);
  const { describeField, describeFields, describeError } = useFieldText(texts);

  const form = useForm<Values>({
    initial: found ? pickValues(found) : stored.stored,
    validate: (values) => findErrors(values, timeZone, describeField),
    send: async (values): Promise<void> => {
      const result = await save(values, conflict.newer).catch(askWhich);
      if (!result) return;
      draft.finish();
      forgetEntries(client);
      if (entry) showToast(copy['operate.bulletin.saved']);
      else if (result.state === 'planned') showToast(copy['operate.bulletin.isPlanned']);
      else showToast(copy['operate.bulletin.published']);
      goBack(`/operate/bulletin?kind=${kind}`);
    },
    onError: tell,
  });

  /** Changed meanwhile, or begun: shows the current version and keeps the input. */
  async function askWhich(error: unknown): Promise<null> {
    if (!isRefusal(error, 'edit.outdated')) throw error;
    const there = await readAgain();
    const isOver = there.state === 'ended' || there.state === 'withdrawn';
    if (isOver) showToast(copy['operate.bulletin.isOver']);
    else conflict.ask(there);
    return null;
  }

  function tell(error: unknown): FieldErrors<Values> | void {
    // The screen asks for the password and keeps the form.
    if (isRefusal(error, 'confirmation.required')) return void onConfirm();
    if (isRefusal(error, 'resource.missing')) return showToast(copy['operate.bulletin.missing']);
    const { title, body, beginsAt: begin, endsAt: end, uploadId } = describeFields(error);
    if (uploadId) {
      form.set('picture', entry?.picture ? KEPT : '');
      return showToast(copy['operate.bulletin.picture.gone']);
    }
    const found = { title, body, begin, end };
    showToast(firstError(found) ?? describeError(error));
    return found;
  }

  const draft = useDraft(form, stored);
  const conflict = useNewer(form, (there: Entry) => toValues(there, timeZone));
  return { form, draft, conflict };
}

/** Returns the form's initial values and the draft on the device. */
function useStored(kind: EntryKind, entry: Entry | null) {
  const { timeZone } = useCampus();
  const key = draftKey(useUser().id, `bulletin/${kind}/${entry?.id ?? 'new'}`);
  const [stored] = useState(() => toValues(entry, timeZone));
  const [found] = useState(() => readDraft(key, isDraft));
  /** Base of the text; saving an older draft reports a conflict. */
  const [beside] = useState(() => ({
    id: entry?.id ?? found?.id ?? makeUuid(),
    version: found ? found.version : (entry?.version ?? null),
  }));
  return { key, stored, found, beside };
}

function findErrors(
  { title, body, begin, end }: Values,
  timeZone: string,
  describe: (code: FieldCode | null) => string | undefined,
): FieldErrors<Values> {
  const [beginsAt, endsAt] = [fromLocalTime(begin, timeZone), fromLocalTime(end, timeZone)];
  // The server decides what is past: a phone's clock may be wrong.
  const plan = planProblem({ beginsAt, endsAt }, 0);
  return {
    // The server checks the lengths: those rules are in the bytes of /write.
    title: describe(isBlank(title) ? 'required' : null),
    body: describe(isBlank(body) ? 'required' : null),
    begin: describe(plan.beginsAt),
    end: describe(plan.endsAt),
  };
}

/** Returns the request body of the form, based on `base`. */
function toPlan({ title, body, picture, begin, end }: Values, base: Entry | null, timeZone: string) {
  const keepPicture = picture === KEPT;
  // A shown entry has begun.
  const begun = base?.state === 'shown';
  return {
    title,
    body,
    uploadId: keepPicture ? null : picture || null,
    keepPicture,
    beginsAt: begun ? base.beginsAt : toInstant(begin, base?.beginsAt ?? null, timeZone),
    endsAt: toInstant(end, base?.endsAt ?? null, timeZone),
  };
}

function toValues(entry: Entry | null, timeZone: string): Values {
  if (!entry) return EMPTY;
  const local = (instant: string | null): string => (instant ? toLocalTime(instant, timeZone) : '');
  return {
    title: entry.title,
    body: entry.body,
    begin: local(entry.beginsAt),
    end: local(entry.endsAt),
    picture: entry.picture ? KEPT : '',
  };
}

/** Returns the instant of a field; an untouched field keeps its exact value. */
function toInstant(local: string, before: string | null, timeZone: string): string | null {
  if (before && toLocalTime(before, timeZone) === local) return before;
  return fromLocalTime(local, timeZone);
}

function pickValues({ title, body, begin, end, picture }: Values): Values {
  return { title, body, begin, end, picture };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Record<string, unknown>;
  const isWhole = ['id', ...Object.keys(EMPTY)].every((name) => typeof draft[name] === 'string');
  return isWhole && (draft.version === null || typeof draft.version === 'string');
}
