import {
  fromLocalTime,
  planProblem,
  toLocalTime,
  type EntryKind,
} from '@madang/contract/operate/entry-rules';
import type { Entry } from '@madang/contract/operate/entry-schema';
import { isBlank } from '@madang/contract/text/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { type FieldTexts, useFieldText } from '../../parts/campus/field-text.ts';
import { useDraft } from '../../parts/campus/use-draft.ts';
import { useNewer } from '../../parts/own-content/use-newer.ts';
import { useUser } from '../../parts/session/session.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { draftKey, readDraft } from '../../platform/drafts.ts';
import { makeUuid } from '../../platform/make-uuid.ts';
import { goBack } from '../../router/browser-history.ts';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../ui/use-form.ts';
import { forgetEntries } from './forget-entries.ts';

/** The picture that the entry has. */
export const KEPT = 'kept';

/** What is typed of an entry. */
interface Values {
  title: string;
  body: string;
  /** By the clocks of the campus, as the fields hold it; empty for at once and for no end. */
  begin: string;
  end: string;
  /** An upload, {@link KEPT}, or nothing. */
  picture: string;
}

/** As it lies on the device while it is typed: for which entry, and over which version of it. */
interface Draft extends Values {
  id: string;
  version: string | null;
}

const EMPTY: Values = { title: '', body: '', begin: '', end: '', picture: '' };

const texts: FieldTexts = { 'end.early': copy['operate.bulletin.end.early'] };

/** The form of a new entry or of one that is changed: its text on the device until it is saved. */
export function useEntryForm(kind: EntryKind, entry: Entry | null, onConfirm: () => unknown) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const key = draftKey(useUser().id, `bulletin/${kind}/${entry?.id ?? 'new'}`);
  const [stored] = useState(() => toValues(entry, timeZone));
  const [found] = useState(() => readDraft(key, isDraft));
  /** What the text was typed over. Of a draft that is older than what stands there somebody is told when it is saved. */
  const [beside] = useState(() => ({
    id: entry?.id ?? found?.id ?? makeUuid(),
    version: found ? found.version : (entry?.version ?? null),
  }));
  const { id, version } = beside;
  const { describeField, describeFields, describeError } = useFieldText(texts);

  function put(values: Values, base: Entry | null, over: string | null): Promise<Entry> {
    const { title, body, picture } = values;
    return call('PUT /api/operate/bulletin/{kind}/{id}', {
      path: { kind, id },
      body: {
        version: over,
        title,
        body,
        uploadId: picture === '' || picture === KEPT ? null : picture,
        keepPicture: picture === KEPT,
        // What is shown has begun.
        beginsAt:
          base?.state === 'shown' ? base.beginsAt : toInstant(values.begin, base?.beginsAt ?? null, timeZone),
        endsAt: toInstant(values.end, base?.endsAt ?? null, timeZone),
      },
    });
  }

  async function save(values: Values): Promise<Entry> {
    const { newer } = conflict;
    if (newer) return put(values, newer, newer.version);
    try {
      return await put(values, entry, version);
    } catch (error) {
      // Its answer was lost, and more was typed since.
      if (entry || !isRefusal(error, 'identifier.taken')) throw error;
      const there = await call('GET /api/operate/bulletin/{kind}/{id}', { path: { kind, id } });
      return put(values, there, there.version);
    }
  }

  const form = useForm<Values>({
    initial: found ? pickValues(found) : stored,
    validate: ({ title, body, begin, end }) => {
      const [beginsAt, endsAt] = [fromLocalTime(begin, timeZone), fromLocalTime(end, timeZone)];
      // Whether it is past already is the server's to say: the clock of a phone may be wrong.
      const plan = planProblem({ beginsAt, endsAt }, 0);
      return {
        // How long they may be the server says too: those rules are in the bytes of /write.
        title: describeField(isBlank(title) ? 'required' : null),
        body: describeField(isBlank(body) ? 'required' : null),
        begin: describeField(plan.beginsAt),
        end: describeField(plan.endsAt),
      };
    },
    send: async (values): Promise<void> => {
      const result = await save(values).catch(askWhich);
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

  /** Somebody changed it meanwhile, or its time came: shows what stands there, and keeps what was typed. */
  async function askWhich(error: unknown): Promise<null> {
    if (!isRefusal(error, 'edit.outdated')) throw error;
    const there = await call('GET /api/operate/bulletin/{kind}/{id}', { path: { kind, id } });
    const isOver = there.state === 'ended' || there.state === 'withdrawn';
    if (isOver) showToast(copy['operate.bulletin.isOver']);
    else conflict.ask(there);
    return null;
  }

  function tell(error: unknown): FieldErrors<Values> | undefined {
    // The screen asks for the password, and keeps the form.
    if (isRefusal(error, 'confirmation.required')) {
      onConfirm();
      return undefined;
    }
    if (isRefusal(error, 'resource.missing')) {
      showToast(copy['operate.bulletin.missing']);
      return undefined;
    }
    const { title, body, beginsAt: begin, endsAt: end, uploadId } = describeFields(error);
    if (uploadId) {
      form.set('picture', entry?.picture ? KEPT : '');
      showToast(copy['operate.bulletin.picture.gone']);
      return undefined;
    }
    const found: FieldErrors<Values> = { title, body, begin, end };
    showToast(firstError(found) ?? describeError(error));
    return found;
  }

  const draft = useDraft(form, { key, stored, beside });
  const conflict = useNewer(form, (there: Entry) => toValues(there, timeZone));
  return { form, draft, conflict };
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

/** The instant of a field, and of one that was not touched exactly what it was. */
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
