import type { Post } from '@madang/contract/posts/schema';
import { copy } from '../../copy.ko.ts';
import { DraftNote } from '../../parts/campus/draft-note.tsx';
import type { Output } from '../../platform/api.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Button } from '../../ui/button.tsx';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { BoardField } from './board-field.tsx';
import { KeywordField } from './keyword-field.tsx';
import { PicturePart, SendingPart } from './picture-part.tsx';
import { TextFields } from './text-fields.tsx';
import { useEditForm } from './use-edit-form.ts';
import { readKind } from './write-target.ts';
import styles from './write.module.css';

interface EditFormProps {
  post: Post;
  start: Output<'GET /api/posts/{id}/edit'>;
}

// Seldom needed: two tabs have to save the same post.
const asking = lateModule(() => import('../../parts/own-content/newer-text.tsx'));

export function EditForm({ post, start }: EditFormProps) {
  const { form, newer, restored, discard, takeTheirs, uploads, several } = useEditForm(post, start);
  const late = useModule(asking, newer !== null);
  const kind = readKind(post.buildingId);
  useKeyboardInset();
  return (
    <form className={styles.form} {...form.form}>
      {restored && !form.busy ? <DraftNote text={copy['own.draft']} onDiscard={discard} /> : null}
      {newer && late ? (
        <late.NewerText
          title={newer.title}
          text={newer.body}
          onMine={() => form.form.ref.current?.requestSubmit()}
          onTheirs={takeTheirs}
        />
      ) : null}
      <BoardField name={post.buildingName} onChoose={undefined} />
      <TextFields
        form={form}
        frozen={start.titleFrozen ? copy['own.title.frozen'] : undefined}
        asked={kind === 'question'}
      />
      {several ? <PicturePart uploads={uploads} /> : null}
      <KeywordField
        kind={kind}
        value={form.values.keywords}
        kept={start.keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <div className={styles.submit}>
        <SendingPart {...uploads} />
        <Button type="submit" busy={form.busy}>
          {copy['own.save']}
        </Button>
      </div>
    </form>
  );
}
