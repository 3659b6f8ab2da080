import { type EntryKind, fromLocalTime, planProblem, toLocalTime } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import type { FieldCode } from '@madang/contract/errors';
import { isBlank } from '@madang/contract/text/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { goBack, useSheet } from '../../lib/router.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { draftKey, readDraft, useDraft } from '../../lib/drafts.ts';
import { useKeyboardInset } from '../../lib/page.ts';
import { makeUuid } from '../../lib/request.ts';
import { showToast } from '../../lib/toast-store.ts';
import { uploadImage } from '../../lib/files.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { useWrite } from '../../lib/use-write.ts';
import { BulletinText } from '../bulletin/bulletin-article.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { DraftNotes, useNewer } from '../posts/draft-notes.tsx';
import { useUser } from '../session/session.ts';
import styles from './entries.module.css';
import { forgetEntries } from './entries.ts';

export interface EntryFormProps {
  kind: EntryKind;
  entry: Entry | null;
  /** Called when the password must be confirmed. */
  onConfirm: () => unknown;
}

/** Renders text, picture, begin and end of an entry, with a preview. */
export function EntryForm({ kind, entry, onConfirm }: EntryFormProps) {
  const { form, draft, conflict } = useEntryForm(kind, entry, onConfirm);
  const preview = useSheet('preview');
  const [sending, setSending] = useState(false);
  useKeyboardInset();
  const { title, body, begin, picture } = form.values;
  const uploaded = picture ? `/images/posts/${picture}/large.webp` : null;
  const image = picture === KEPT ? (entry?.picture ?? null) : uploaded;
  const submit = entry
    ? copy['operate.bulletin.save']
    : begin === ''
      ? copy['operate.bulletin.publish']
      : copy['operate.bulletin.plan'];

  return (
    <>
      <form className="flex-col gap-4 pad-4" {...form.form}>
        <DraftNotes form={form} draft={draft} text={copy['operate.bulletin.draft']} conflict={conflict} />
        <TextField
          {...form.field('title')}
          label={copy['write.title']}
          autoComplete="off"
          enterKeyHint="next"
        />
        <TextArea
          {...form.field('body')}
          label={copy['write.body']}
          placeholder={copy['operate.bulletin.body']}
          className={styles.input}
        />
        <EntryPicture
          image={image}
          onSending={setSending}
          onChange={(chosen) => form.set('picture', chosen)}
        />
        <Times form={form} begun={(conflict.newer ?? entry)?.state === 'shown'} />
        <div className={styles.buttons}>
          <Button look="plain" aria-haspopup="dialog" onClick={preview.show}>
            {copy['operate.bulletin.preview']}
          </Button>
          <Button type="submit" busy={form.busy || sending}>
            {submit}
          </Button>
        </div>
      </form>
      {entry ? <Withdrawal kind={kind} id={entry.id} onConfirm={onConfirm} onDone={draft.finish} /> : null}
      <Sheet title={copy['operate.bulletin.preview']} sheet={preview}>
        <Preview
          title={title}
          body={body}
          image={kind === 'event' ? image : (image ?? undefined)}
          at={entry?.shownAt ?? null}
        />
      </Sheet>
    </>
  );
}

interface TimesProps {
  form: ReturnType<typeof useEntryForm>['form'];
  begun: boolean;
}

/** Renders the begin, unless it has passed, and the end. */
function Times({ form, begun }: TimesProps) {
  const { timeZone: zone } = useCampus();
  return (
    <>
      {begun ? null : (
        <TextField
          {...form.field('begin')}
          type="datetime-local"
          label={copy['operate.bulletin.begin']}
          note={fillCopy(copy['operate.bulletin.begin.note'], { zone })}
        />
      )}
      <TextField
        {...form.field('end')}
        type="datetime-local"
        label={copy['operate.bulletin.end']}
        note={fillCopy(copy['operate.bulletin.end.note'], { zone })}
      />
    </>
  );
}

interface PreviewProps {
  title: string;
  body: string;
  image: string | null | undefined;
  at: string | null;
}

/** Renders the entry as all users will see it. */
function Preview({ title, body, image, at }: PreviewProps) {
  const [now] = useState(() => new Date().toISOString());
  return (
    <div className={styles.preview}>
      <h3 className="px-margin text-large wrap-anywhere pb-2 pt-4">{title}</h3>
      <BulletinText title={title} body={body} image={image} createdAt={at ?? now} />
    </div>
  );
}

/** Stands for the entry's existing picture. */
export const KEPT = 'kept';

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

interface EntryPictureProps {
  /** Address of the chosen picture. */
  image: string | null;
  onSending: (isSending: boolean) => void;
  /** Receives the upload id, or an empty string. */
  onChange: (uploadId: string) => void;
}

/** Renders one picture, uploaded immediately: the draft stores only its name. */
export function EntryPicture({ image, onSending, onChange }: EntryPictureProps) {
  const { describeError } = useProblemText();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(new DOMException('left', 'AbortError')), []);

  const { busy, send } = useWrite({
    async write(file: File) {
      const { picture, problem, moving } = await preparePicture(file);
      if (problem) return showToast(problem);
      if (moving) showToast(copy['picture.still']);
      onSending(true);
      const uploadId = makeUuid();
      controller.current = new AbortController();
      const { signal } = controller.current;
      await uploadImage(uploadId, picture, { signal, onProgress: () => {} });
      onChange(uploadId);
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) showToast(describeError(error));
    },
  });
  useEffect(() => onSending(busy), [busy, onSending]);

  return (
    <div className="flex-col items-start gap-2">
      <FileButton
        label={image ? copy['operate.bulletin.picture.other'] : copy['operate.bulletin.picture']}
        onChoose={([file]) => {
          if (file) send(file);
        }}
      />
      {busy ? (
        <p role="status" className="text-soft text-small tabular-nums">
          {copy['operate.bulletin.picture.sending']}
        </p>
      ) : null}
      {image ? (
        <>
          <img
            className={`bg-surface-strong rounded ${styles.picture}`}
            src={image}
            alt={copy['operate.bulletin.picture.shown']}
          />
          <Button look="quiet" onClick={() => onChange('')}>
            {copy['operate.bulletin.picture.remove']}
          </Button>
        </>
      ) : null}
    </div>
  );
}

interface WithdrawalProps {
  kind: EntryKind;
  id: string;
  onConfirm: () => unknown;
  onDone: () => void;
}

/** Withdraws a published entry after confirmation. */
export function Withdrawal({ kind, id, onConfirm, onDone }: WithdrawalProps) {
  const client = useQueryClient();
  const sheet = useSheet('withdraw-entry');
  const withdraw = useAction(
    async () => {
      await call('DELETE /api/operate/bulletin/{kind}/{id}', { path: { kind, id } });
      onDone();
      forgetEntries(client);
      showToast(copy['operate.bulletin.withdraw.done']);
      // Past the sheet and the form.
      goBack(`/operate/bulletin?kind=${kind}`, 2);
    },
    (error) => {
      if (!isRefusal(error, 'confirmation.required')) return false;
      sheet.close();
      onConfirm();
      return true;
    },
  );
  return (
    <div className="px-margin pb-10">
      <Button look="quiet" aria-haspopup="dialog" onClick={sheet.show}>
        {copy['operate.bulletin.withdraw']}
      </Button>
      <Sheet title={copy['operate.bulletin.withdraw.question']} sheet={sheet}>
        <p className={styles.question}>{copy['operate.bulletin.withdraw.explain']}</p>
        <div className={styles.buttons}>
          <Button look="plain" onClick={sheet.close}>
            {copy['operate.bulletin.withdraw.cancel']}
          </Button>
          <Button {...withdraw}>{copy['operate.bulletin.withdraw']}</Button>
        </div>
      </Sheet>
    </div>
  );
}
