import type { Post } from '@madang/contract/posts/schema';
import { copy } from '../../copy.ko.ts';
import { DraftNote } from '../../parts/campus/draft-note.tsx';
import { NewerText } from '../../parts/own-content/newer-text.tsx';
import type { Output } from '../../platform/api.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Button } from '../../ui/button.tsx';
import { BoardField } from './board-field.tsx';
import { KeywordField } from './keyword-field.tsx';
import { TextFields } from './text-fields.tsx';
import { useEditForm } from './use-edit-form.ts';
import { readKind } from './write-target.ts';
import styles from './write.module.css';

interface EditFormProps {
  post: Post;
  start: Output<'GET /api/posts/{id}/edit'>;
}

export function EditForm({ post, start }: EditFormProps) {
  const { form, newer, restored, discard, takeTheirs } = useEditForm(post, start);
  useKeyboardInset();
  return (
    <form className={styles.form} {...form.form}>
      {restored && !form.busy ? <DraftNote text={copy['own.draft']} onDiscard={discard} /> : null}
      {newer ? (
        <NewerText
          title={newer.title}
          text={newer.body}
          onMine={() => form.form.ref.current?.requestSubmit()}
          onTheirs={takeTheirs}
        />
      ) : null}
      <BoardField name={post.buildingName} onChoose={undefined} />
      <TextFields form={form} frozen={start.titleFrozen ? copy['own.title.frozen'] : undefined} />
      <KeywordField
        kind={readKind(post.buildingId)}
        value={form.values.keywords}
        kept={start.keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <div className={styles.submit}>
        <Button type="submit" busy={form.busy}>
          {copy['own.save']}
        </Button>
      </div>
    </form>
  );
}
