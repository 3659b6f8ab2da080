import type { EntryKind } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { BulletinText } from '../bulletin/bulletin-article.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { DraftNotes } from '../posts/draft-notes.tsx';
import { useKeyboardInset } from '../../lib/page.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { useSheet } from '../../lib/router.tsx';
import { EntryPicture } from './entry-picture.tsx';
import styles from './entries.module.css';
import { KEPT, useEntryForm } from './use-entry-form.ts';
import { Withdrawal } from './withdrawal.tsx';

export interface EntryFormProps {
  kind: EntryKind;
  /** Null for a new entry. */
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
      <form className={styles.form} {...form.form}>
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
      <h3 className={styles.over}>{title}</h3>
      <BulletinText title={title} body={body} image={image} createdAt={at ?? now} />
    </div>
  );
}
