import type { Post } from '@madang/contract/posts/schema';
import { copy } from '../../copy.ko.ts';
import { DraftNotes } from '../posts/draft-notes.tsx';
import type { Output } from '../../lib/api.ts';
import { useKeyboardInset } from '../../lib/page.ts';
import { Button } from '../../components/button.tsx';
import { BoardField } from './board-field.tsx';
import { KeywordField } from './keyword-field.tsx';
import { PicturePart, SendingPart } from './picture-part.tsx';
import { TextFields } from './text-fields.tsx';
import { useEditForm } from './use-edit-form.ts';
import { readKind } from './write-target.ts';
import forms from '../campus/form.module.css';

interface EditFormProps {
  post: Post;
  start: Output<'GET /api/posts/{id}/edit'>;
}

export function EditForm({ post, start }: EditFormProps) {
  const { form, draft, conflict, several } = useEditForm(post, start);
  const kind = readKind(post.buildingId);
  useKeyboardInset();
  return (
    <form className={forms.form} {...form.form}>
      <DraftNotes form={form} draft={draft} text={copy['own.draft']} conflict={conflict} />
      <BoardField name={post.buildingName} onChoose={undefined} />
      <TextFields
        form={form}
        frozen={start.titleFrozen ? copy['own.title.frozen'] : undefined}
        asked={kind === 'question'}
      />
      {several ? <PicturePart uploads={draft.uploads} /> : null}
      <KeywordField
        kind={kind}
        value={form.values.keywords}
        kept={start.keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <div className={forms.submit}>
        <SendingPart {...draft.uploads} />
        <Button type="submit" busy={form.busy}>
          {copy['own.save']}
        </Button>
      </div>
    </form>
  );
}
